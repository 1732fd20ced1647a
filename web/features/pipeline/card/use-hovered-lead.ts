import { useDndMonitor } from '@dnd-kit/core';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const DELAY = 300;
/** Time to reach the tooltip itself with the pointer. */
const GRACE = 120;

export type HoveredLead = { id: string; card: HTMLElement };

const cardAt = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-lead]') : null);

/** The card a pointer rests on, or the keyboard's focus; none while a card is carried, while scrolling, and after Escape. */
export function useHoveredLead(board: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState<HoveredLead | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const carrying = useRef(false);

  const after = useCallback((delay: number, next: HoveredLead | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(next), delay);
  }, []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setHovered(null);
  }, []);
  const keep = useCallback(() => clearTimeout(timer.current), []);
  const leave = useCallback(() => after(GRACE, null), [after]);

  const carry = (now: boolean) => {
    carrying.current = now;
    close();
  };
  useDndMonitor({ onDragStart: () => carry(true), onDragEnd: () => carry(false), onDragCancel: () => carry(false) });

  useEffect(() => {
    const rest = (target: EventTarget | null) => {
      const card = cardAt(target);
      const id = card?.dataset.lead;
      if (card && id && !carrying.current) after(DELAY, { id, card });
      else leave();
    };
    const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && rest(event.target);
    const onFocus = ({ target }: FocusEvent) => target instanceof Element && target.matches(':focus-visible') && rest(target);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();

    const ending = new AbortController();
    const { signal } = ending;
    const element = board.current;
    element?.addEventListener('pointerover', onPointer, { signal });
    element?.addEventListener('pointerleave', leave, { signal });
    element?.addEventListener('pointerdown', close, { signal });
    element?.addEventListener('focusin', onFocus, { signal });
    element?.addEventListener('focusout', leave, { signal });
    element?.addEventListener('scroll', close, { signal, capture: true, passive: true });
    document.addEventListener('keydown', onKey, { signal });
    return () => {
      ending.abort();
      clearTimeout(timer.current);
    };
  }, [board, after, leave, close]);

  // A card that was moved away under the pointer has no size any more.
  useEffect(() => {
    if (!hovered) return;
    const presence = new ResizeObserver(() => hovered.card.isConnected || close());
    presence.observe(hovered.card);
    return () => presence.disconnect();
  }, [hovered, close]);

  return { hovered, keep, leave };
}
