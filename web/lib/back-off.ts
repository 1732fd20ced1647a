import { useEffect, useEffectEvent } from 'react';

const FIRST = 500;
const LONGEST = 30_000;

/** Milliseconds to wait before another attempt: doubling, capped, and jittered so that many tabs do not return at once. */
export function backOff(attempt: number, random: () => number = Math.random, longest = LONGEST): number {
  const ceiling = Math.min(longest, FIRST * 2 ** attempt);
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

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
