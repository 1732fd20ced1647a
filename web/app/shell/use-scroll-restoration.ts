import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Where each entry of the history was scrolled to; the oldest are forgotten. */
const positions = new Map<string, number>();
const MAX_POSITIONS = 100;
/** How long a screen may take to show what it was scrolled to. */
const PATIENCE_MS = 3_000;
const OWN_SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function remember(key: string, top: number): void {
  positions.delete(key);
  positions.set(key, top);
  const [oldest] = positions.keys();
  if (oldest !== undefined && positions.size > MAX_POSITIONS) positions.delete(oldest);
}

/** Scrolls as soon as the page is long enough, unless someone scrolls first. */
function scrollWhenPossible(top: number): () => void {
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const type of OWN_SCROLLING) window.removeEventListener(type, stop);
  };
  const scroll = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) <= 1 || performance.now() > until) stop();
    else frame = requestAnimationFrame(scroll);
  };
  for (const type of OWN_SCROLLING) window.addEventListener(type, stop, { passive: true });
  scroll();
  return stop;
}

/** Another screen begins at its top; Back and Forward return to where it was left. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const restore = useEffectEvent(() => scrollWhenPossible(type === 'POP' ? (positions.get(key) ?? 0) : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen scrolls
  useLayoutEffect(() => restore(), [pathname]);
  useLayoutEffect(() => {
    const record = () => remember(key, window.scrollY);
    window.addEventListener('scroll', record, { passive: true });
    return () => window.removeEventListener('scroll', record);
  }, [key]);
}
