import { createElement, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

const hasSameProps = (before: object, after: object): boolean => {
  const names = Object.keys(after);
  return names.length === Object.keys(before).length && names.every((name) => isSame(Reflect.get(before, name), Reflect.get(after, name)));
};

/**
 * A row of a list that renders only when its own props change, although the list passes new objects and handlers each time: what
 * happens to one row of hundreds renders one. Its record it reads from the cache by a fragment.
 */
export function memoRow<Props extends object>(Row: (props: Props) => ReactNode): (props: Props) => ReactNode {
  const Rendered = memo<Props>(Row, hasSameProps);
  return function MemoRow(props) {
    const latest = useRef(props);
    useLayoutEffect(() => {
      latest.current = props;
    });
    const [handlers] = useState(() =>
      Object.fromEntries(
        Object.entries(props)
          .filter(([, value]) => typeof value === 'function')
          .map(([name]) => [
            name,
            (...given: unknown[]) => {
              const handler: unknown = Object.entries(latest.current).find(([known]) => known === name)?.[1];
              return typeof handler === 'function' ? handler(...given) : undefined;
            },
          ]),
      ),
    );
    return createElement(Rendered, { ...props, ...handlers });
  };
}
