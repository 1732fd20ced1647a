import { useEffect, useRef, useState } from 'react';

/** Milliseconds after the last sign of a hand during which nothing moves away under it. */
const HOLD = 2_000;

/** Whether a hand is at the list, by pointer or keyboard; spread `signs` on it. */
export function useFreezeOrder() {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const sign = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(false), HOLD);
    setHeld(true);
  };
  return { isHeld, signs: { onPointerMove: sign, onPointerDown: sign, onFocus: sign, onKeyDown: sign } };
}
