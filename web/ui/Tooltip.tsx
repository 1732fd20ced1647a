import type { TooltipProps as MuiTooltipProps } from '@mui/material';
import {
  cloneElement,
  type DOMAttributes,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';

const AnchoredTooltip = lazyWithPreload(() => import('./AnchoredTooltip.tsx').then((m) => m.AnchoredTooltip));

export type TooltipProps = Pick<MuiTooltipProps, 'placement' | 'describeChild' | 'enterTouchDelay' | 'leaveTouchDelay'> & {
  /** Nothing is shown where it is empty. Text also names the element, or describes it with `describeChild`. */
  title: ReactNode;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
};

/** The element, and the event that brought a pointer or the focus to it. */
export type TooltipAnchor = { element: HTMLElement; event: Event };

type Handler = keyof DOMAttributes<HTMLElement>;

/**
 * MUI's tooltip, which loads when a pointer or the focus first comes to its element: with what positions it, it is 12 kB of
 * a first screen. The element stays the same when it is there, and is named or described by the title from the start.
 */
export function Tooltip({ children, ...tooltip }: TooltipProps) {
  const { title, describeChild = false } = tooltip;
  const [anchor, setAnchor] = useState<TooltipAnchor | null>(null);
  const label = describeChild ? 'title' : 'aria-label';
  const near = useRef<TooltipAnchor | null>(null);
  const begin = async ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLElement>) => {
    if (anchor?.element === currentTarget) return;
    near.current = { element: currentTarget, event: nativeEvent };
    if ((await AnchoredTooltip.preload()) && near.current) setAnchor(near.current);
  };
  const end = () => {
    near.current = null;
  };
  const before = (name: Handler, run: (event: SyntheticEvent<HTMLElement>) => void) => ({
    [name]: (event: SyntheticEvent<HTMLElement>) => {
      const own: unknown = children.props[name];
      if (typeof own === 'function') own(event);
      run(event);
    },
  });
  return (
    <>
      {cloneElement(children, {
        ...(typeof title === 'string' && title !== '' && { [label]: children.props[label] ?? title }),
        ...before('onMouseOver', begin),
        ...before('onFocus', begin),
        ...before('onTouchStart', begin),
        ...before('onMouseLeave', end),
        ...before('onBlur', end),
        ...before('onTouchEnd', end),
      })}
      {anchor && <AnchoredTooltip anchor={anchor} {...tooltip} />}
    </>
  );
}
