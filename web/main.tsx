import '@fontsource-variable/inter/wght.css';
import createCache from '@emotion/cache';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApollo } from './apollo/client.ts';
import { CallboardApp } from './app/CallboardApp.tsx';
import { showQueuedToast } from './ui/toasts/toast.ts';

// The page forbids styles the server did not vouch for; emotion's carry the server's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'cb', nonce, prepend: true });
const root = document.getElementById('root');

if (root) {
  createRoot(root).render(
    <StrictMode>
      <CallboardApp apollo={createApollo(window.location.origin)} styles={styles} />
    </StrictMode>,
  );
  showQueuedToast();
}
