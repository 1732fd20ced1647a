/** WCAG’s smallest contrast of text. */
export const ACCENT_CONTRAST = 4.5;
/** The text on the accent colour in each scheme, and the lightest and the darkest ground on which links have the colour. */
const SCHEMES = { light: { text: '#FFFFFF', ground: '#FFFFFF' }, dark: { text: '#0B0E1A', ground: '#171C26' } } as const;

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const channels = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

/** A colour with so much of another in it: 0 is none, 1 is the other one. */
export function mix(hex: string, other: string, share: number): string {
  const added = channels(other);
  return hexOf(channels(hex).map((part, at) => part * (1 - share) + (added[at] ?? 0) * share));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG’s contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour in the dark scheme: as much lighter as dark text on it, and it on dark grounds, need. */
function onDark(hex: string): string {
  const { text, ground } = SCHEMES.dark;
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix(hex, '#FFFFFF', share);
    // A little more than needed, as the theme has it.
    if (Math.min(contrastOf(lighter, text), contrastOf(lighter, ground)) >= ACCENT_CONTRAST + 1) return lighter;
  }
  return '#FFFFFF';
}

/** The accent colour of each scheme with the text on it. */
export const accentShades = (hex: string) => ({
  light: { main: hex.toUpperCase(), text: SCHEMES.light.text },
  dark: { main: onDark(hex), text: SCHEMES.dark.text },
});

/** Why a colour cannot be the accent, in a sentence; null where it can. */
export function accentProblem(hex: string): string | null {
  if (!isHexColor(hex)) return 'Enter a color such as #4F46E5';
  for (const [scheme, { main, text }] of Object.entries(accentShades(hex))) {
    const contrast = contrastOf(main, text);
    if (contrast < ACCENT_CONTRAST) {
      const found = (Math.floor(contrast * 10) / 10).toFixed(1);
      return `Text on ${main} would be hard to read in the ${scheme} scheme: its contrast is ${found}:1, and ${ACCENT_CONTRAST}:1 is needed. Choose a darker color`;
    }
  }
  return null;
}
