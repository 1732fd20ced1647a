import { GlobalStyles } from '@mui/material';
import { accentShades, mix } from '#contract/accent.ts';

/** Gives buttons, links and the logo's mark the workspace's colour, in both schemes. */
export function AccentColor({ hex }: { hex: string }) {
  const { light, dark } = accentShades(hex);
  return (
    <GlobalStyles
      styles={{ ':root:not(.dark)': variables(light, '#FFFFFF', '#000000'), ':root.dark': variables(dark, '#12161E', '#FFFFFF') }}
    />
  );
}

const channelOf = (hex: string): string => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ');

/** The variables of the theme that hold the brand's colour; tints are mixed with the ground, and inks with what contrasts with it. */
const variables = ({ main, text }: { main: string; text: string }, ground: string, ink: string) => ({
  '--cb-palette-primary-main': main,
  '--cb-palette-primary-mainChannel': channelOf(main),
  '--cb-palette-primary-dark': mix(main, '#000000', 0.12),
  '--cb-palette-primary-light': mix(main, '#FFFFFF', 0.2),
  '--cb-palette-primary-contrastText': text,
  '--cb-palette-mark-ground': main,
  '--cb-palette-mark-ink': text,
  '--cb-palette-tone-brand-main': main,
  '--cb-palette-tone-brand-surface': mix(main, ground, 0.9),
  '--cb-palette-tone-brand-ink': mix(main, ink, 0.25),
  '--cb-palette-surface-selected': mix(main, ground, 0.88),
});
