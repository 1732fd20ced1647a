import { createTheme } from '@mui/material/styles';
import { dark, light } from './palette.ts';
import { components } from './theme-components.ts';

export type { Hue, Tone } from './palette.ts';

/** Every token of the look: colour for both schemes, type, radius, motion. Screens use these and nothing else. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'class', cssVarPrefix: 'cb' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 8 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  typography: {
    fontFamily: '"Inter Variable", "Inter", system-ui, sans-serif',
    fontSize: 14,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.015em' },
    h2: { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-0.006em' },
    h3: { fontSize: 14, lineHeight: '20px', fontWeight: 500 },
    h4: { fontSize: 28, lineHeight: '36px', fontWeight: 600, letterSpacing: '-0.02em', fontVariantNumeric: 'tabular-nums' },
    h5: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.015em' },
    h6: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
    subtitle1: { fontSize: 16, lineHeight: '24px' },
    subtitle2: { fontSize: 13, lineHeight: '20px', fontWeight: 500 },
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 13, lineHeight: '20px' },
    caption: { fontSize: 12, lineHeight: '16px' },
    overline: { fontSize: 12, lineHeight: '16px', fontWeight: 500, letterSpacing: 0, textTransform: 'none' },
    button: { fontSize: 14, lineHeight: '20px', fontWeight: 500, textTransform: 'none', letterSpacing: '-0.006em' },
  },
  transitions: {
    duration: { shortest: 120, shorter: 140, short: 160, standard: 180, complex: 200, enteringScreen: 180, leavingScreen: 140 },
    easing: { easeInOut: 'ease-out', easeOut: 'ease-out', easeIn: 'ease-out', sharp: 'ease-out' },
  },
  components,
});
