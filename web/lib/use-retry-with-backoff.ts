import { useEffect, useEffectEvent } from 'react';
import { backOff } from './back-off.ts';

/** The first pause is about two seconds. */
const FROM = 2;

/** Does something again and again, with growing pauses and at once when the line is back, for as long as the component is there. */
export function useRetryWithBackoff(act: () => void): void {
  const again = useEffectEvent(act);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (attempt: number) => {
      timer = setTimeout(() => {
        again();
        wait(attempt + 1);
      }, backOff(attempt));
    };
    const back = () => again();
    wait(FROM);
    window.addEventListener('online', back);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', back);
    };
  }, []);
}
