import { CssBaseline, GlobalStyles } from '@mui/material';

const floating = {
  light: '0 1px 2px rgb(15 23 42 / 0.05), 0 12px 32px -8px rgb(15 23 42 / 0.18)',
  dark: '0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -8px rgb(0 0 0 / 0.6)',
} as const;

/** What holds for the whole page: the baseline, and the shadow of whatever floats above it. */
export function AppGlobalStyles() {
  return (
    <>
      <CssBaseline enableColorScheme />
      <GlobalStyles styles={{ ':root': { '--cb-floating': floating.light }, '.dark': { '--cb-floating': floating.dark } }} />
    </>
  );
}
