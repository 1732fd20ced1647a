import { Box } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { Header } from './Header.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopProgressBar } from './TopProgressBar.tsx';
import { useShortcut } from './use-shortcut.ts';

// Fetched when they are asked for.
const navDrawer = later(() => import('./NavDrawer.tsx').then((m) => m.NavDrawer));
const shortcutsDialog = later(() => import('./ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog));

/** What surrounds every screen: navigation on the left, the header above. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const [shortcuts, setShortcuts] = useState(false);
  const NavDrawer = usePart(navDrawer, drawerAt !== null, () => setDrawerAt(null));
  const ShortcutsDialog = usePart(shortcutsDialog, shortcuts, () => setShortcuts(false));
  useShortcut('?', () => setShortcuts(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins at its top
  useEffect(() => void window.scrollTo(0, 0), [pathname]);

  return (
    <Box sx={{ display: 'grid', minHeight: '100dvh', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' } }}>
      <SkipLink />
      <TopProgressBar />
      <Sidebar />
      {NavDrawer && <NavDrawer open={drawerAt === pathname} onClose={() => setDrawerAt(null)} />}
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        <Header onMenu={() => setDrawerAt(pathname)} />
        <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
          {children}
        </Box>
      </Box>
      {shortcuts && ShortcutsDialog && <ShortcutsDialog onClose={() => setShortcuts(false)} />}
    </Box>
  );
}
