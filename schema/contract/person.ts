/** Characters of a password: the least the specification allows, the most we hash. */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

/** How a person is greeted: the first name, or else the username. */
export const greetingName = (user: { firstName: string; username: string }): string => user.firstName || user.username;

/** First and last name, read from the one name that is stored: the last word is the last name. */
export function splitName(full: string): { firstName: string; lastName: string } {
  const words = full.trim().split(/\s+/);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
