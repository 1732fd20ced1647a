import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useTrimmedCache } from '#web/apollo/trim-cache.ts';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** What happens beside a change of the screen. Nothing waits for it, so it is not loaded with the first screen. */
export function RouteEffects({ content }: { content: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  useScrollRestoration();
  useTrimmedCache(pathname);
  return <RouteAnnouncer content={content} />;
}
