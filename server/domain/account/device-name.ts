import Bowser from 'bowser';

/** A browser in words, made of its `User-Agent` header: "Firefox on macOS"; the program's own name where it is no browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name || /^[\w.-]+/.exec(userAgent)?.[0];
  if (!program) return 'Unknown device';
  return os.name ? `${program} on ${os.name}` : program;
}
