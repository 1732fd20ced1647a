import { Tooltip } from '@mui/material';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react';
import type { TooltipAnchor, TooltipProps } from './Tooltip.tsx';

type AnchoredTooltipProps = Omit<TooltipProps, 'children'> & { anchor: TooltipAnchor };

/** MUI's tooltip for an element that is there already. */
export function AnchoredTooltip({ anchor, ...tooltip }: AnchoredTooltipProps) {
  return (
    <Tooltip {...tooltip}>
      <Anchor {...anchor} />
    </Tooltip>
  );
}

/** React's `onFocus` and `onBlur` are the events that bubble. */
const HANDLERS = new Map([
  ['mouseover', 'onMouseOver'],
  ['mouseleave', 'onMouseLeave'],
  ['focusin', 'onFocus'],
  ['focusout', 'onBlur'],
  ['touchstart', 'onTouchStart'],
  ['touchend', 'onTouchEnd'],
]);

type AnchorProps = TooltipAnchor & { ref?: Ref<HTMLElement>; title?: string | null; 'aria-describedby'?: string | null };

/** The child that MUI's tooltip gets: passes its listeners and attributes on to the element. */
function Anchor({ element, event, ref, title, 'aria-describedby': describedBy, ...listeners }: AnchorProps) {
  useImperativeHandle(ref, () => element, [element]);
  const handle = useEffectEvent((next: Event) => {
    const listener: unknown = Reflect.get(listeners, HANDLERS.get(next.type) ?? '');
    if (typeof listener === 'function') listener(next);
  });
  useEffect(() => {
    const listen = (next: Event) => handle(next);
    for (const type of HANDLERS.keys()) element.addEventListener(type, listen, { passive: true });
    // Once MUI knows the element.
    const timer = setTimeout(listen, 0, event);
    return () => {
      clearTimeout(timer);
      for (const type of HANDLERS.keys()) element.removeEventListener(type, listen);
    };
  }, [element, event]);
  // MUI asks in development whether its child passes props on.
  const isAsked = 'data-mui-internal-clone-element' in listeners;
  useLayoutEffect(() => {
    const attributes = {
      ...(title !== undefined && { title }),
      'aria-describedby': describedBy ?? null,
      ...(isAsked && { 'data-mui-internal-clone-element': 'true' }),
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }, [element, title, describedBy, isAsked]);
  return null;
}
