import { Box } from '@mui/material';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { patiently } from '#web/lib/patiently.ts';
import { useOnceTrue } from '#web/lib/use-once-true.ts';
import { Header } from './Header.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useShortcut } from './use-shortcut.ts';

// Fetched when they are asked for.
const NavDrawer = lazy(patiently(() => import('./NavDrawer.tsx').then((m) => ({ default: m.NavDrawer }))));
const ShortcutsDialog = lazy(patiently(() => import('./ShortcutsDialog.tsx').then((m) => ({ default: m.ShortcutsDialog }))));

/** What surrounds every screen: navigation on the left, the header above. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const drawerWanted = useOnceTrue(drawerAt !== null);
  const [shortcuts, setShortcuts] = useState(false);
  useShortcut('?', () => setShortcuts(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins at its top
  useEffect(() => void window.scrollTo(0, 0), [pathname]);

  return (
    <Box sx={{ display: 'grid', minHeight: '100dvh', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' } }}>
      <SkipLink />
      <Sidebar />
      <Suspense>{drawerWanted && <NavDrawer open={drawerAt === pathname} onClose={() => setDrawerAt(null)} />}</Suspense>
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        <Header onMenu={() => setDrawerAt(pathname)} />
        <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
          {children}
        </Box>
      </Box>
      <Suspense>{shortcuts && <ShortcutsDialog onClose={() => setShortcuts(false)} />}</Suspense>
    </Box>
  );
}
