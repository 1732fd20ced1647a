import { Box } from '@mui/material';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { TopProgressRegion } from '#web/ui/states/TopProgressBar.tsx';
import { Header } from './Header.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';

const RouteEffects = lazyWithPreload(() => import('./RouteEffects.tsx').then((m) => m.RouteEffects));
const NavDrawer = lazyWithPreload(() => import('./NavDrawer.tsx').then((m) => m.NavDrawer));
const ShortcutsDialog = lazyWithPreload(() => import('./ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog));

/** The frame of every screen: navigation on the left, the header at the top. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const [shortcuts, setShortcuts] = useState(false);
  usePreloadWhenIdle(NavDrawer, ShortcutsDialog);
  useShortcut('?', () => setShortcuts(true));
  const content = useRef<HTMLElement>(null);

  return (
    <Box sx={{ display: 'grid', minHeight: '100dvh', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' } }}>
      <SkipLink />
      <TopProgressRegion />
      <Suspense fallback={null}>
        <RouteEffects content={content} />
      </Suspense>
      <Sidebar />
      <LazyOverlay open={drawerAt !== null} onError={() => setDrawerAt(null)}>
        <NavDrawer open={drawerAt === pathname} onClose={() => setDrawerAt(null)} />
      </LazyOverlay>
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        <Header onMenu={() => setDrawerAt(pathname)} />
        <Box component="main" ref={content} id="content" tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
          {children}
        </Box>
      </Box>
      <LazyOverlay onError={() => setShortcuts(false)}>{shortcuts && <ShortcutsDialog onClose={() => setShortcuts(false)} />}</LazyOverlay>
    </Box>
  );
}
