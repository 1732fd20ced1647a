import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { theme } from '#web/theme/theme.ts';
import { Toasts } from '#web/ui/toasts/Toasts.tsx';
import { AppGlobalStyles } from './AppGlobalStyles.tsx';
import { SessionGate } from './SessionGate.tsx';
import { preloadScreen } from './screens.ts';

// Loads once someone is signed in, together with the screen at the present address.
const AuthenticatedApp = lazyWithPreload(() => {
  preloadScreen(window.location.pathname);
  return import('./AuthenticatedApp.tsx').then((m) => m.AuthenticatedApp);
});

/** The whole product: look, data, gate, shell, screens. */
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
