import { Box } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { visuallyHidden } from '#web/ui/styles.ts';
import { SCREENS, UNLISTED_SCREENS } from '../screens.ts';

const labelOf = (pathname: string) => [...SCREENS, ...UNLISTED_SCREENS].find(({ path }) => path === pathname)?.label ?? 'Page not found';

/** Announces another screen, and moves the focus to it from the link that opened it; from a field that someone types in it does not. */
export function RouteAnnouncer({ content }: { content: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');
  const announce = useEffectEvent(() => {
    setAnnounced(labelOf(pathname));
    if (!document.activeElement?.matches('input, textarea, [contenteditable], #content, #content *')) {
      content.current?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    announce();
  }, [pathname]);
  return (
    <Box role="status" sx={visuallyHidden}>
      {announced}
    </Box>
  );
}
