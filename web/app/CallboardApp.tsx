import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { later } from '#web/lib/later.ts';
import { ToasterOnDemand } from '#web/ui/toasts/ToasterOnDemand.tsx';
import { AppGlobalStyles } from './AppGlobalStyles.tsx';
import { EntryOnDemand } from './EntryOnDemand.tsx';
import { preloadScreen } from './screens.ts';
import { SessionGate } from './session.tsx';
import { theme } from './theme.ts';

// Fetched once someone is let in, together with the screen they asked for.
const inside = later(() => {
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
            <EntryOnDemand code={inside}>{(Inside) => <Inside />}</EntryOnDemand>
          </SessionGate>
        </ApolloProvider>
        <ToasterOnDemand />
      </ThemeProvider>
    </CacheProvider>
  );
}
