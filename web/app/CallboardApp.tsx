import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { CssBaseline, GlobalStyles } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { theme } from '#web/theme/theme.ts';
import { Toasts } from '#web/ui/toasts/Toasts.tsx';
import { SessionGate } from './SessionGate.tsx';
import { preloadScreen } from './screens.ts';

// Loads once someone is signed in, together with the screen at the present address.
const AuthenticatedApp = lazyWithPreload(() => {
  preloadScreen(window.location.pathname);
  return import('./AuthenticatedApp.tsx').then((m) => m.AuthenticatedApp);
});

/** The root component: theme, Apollo client, session gate, shell and screens. */
export function CallboardApp({ apollo, styles }: { apollo: ApolloClient; styles: EmotionCache }) {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="callboard.scheme">
        <AppGlobalStyles />
        <ApolloProvider client={apollo}>
          <SessionGate>
            <AuthenticatedApp />
          </SessionGate>
        </ApolloProvider>
        <Toasts />
      </ThemeProvider>
    </CacheProvider>
  );
}

const floating = {
  light: '0 1px 2px rgb(15 23 42 / 0.05), 0 12px 32px -8px rgb(15 23 42 / 0.18)',
  dark: '0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -8px rgb(0 0 0 / 0.6)',
} as const;

/** Global styles: the baseline, and the shadow of floating elements. */
export function AppGlobalStyles() {
  return (
    <>
      <CssBaseline enableColorScheme />
      <GlobalStyles styles={{ ':root': { '--cb-floating': floating.light }, '.dark': { '--cb-floating': floating.dark } }} />
    </>
  );
}
