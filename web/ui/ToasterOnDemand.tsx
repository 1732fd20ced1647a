import { lazy, Suspense, useEffect, useState } from 'react';
import { patiently } from '#web/lib/patiently.ts';
import { useToast } from './toast.ts';

const load = patiently(() => import('./Toaster.tsx').then((m) => ({ default: m.Toaster })));
const Toaster = lazy(load);

// Whoever does one of these may soon be told something.
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Milliseconds after which it is fetched in any case: what is to be told may be that the server went away. */
const SOON = 5_000;

/** The toaster, fetched when the person first stirs or a little later, so that it holds up no first screen. */
export function ToasterOnDemand() {
  const [wanted, setWanted] = useState(false);
  const toast = useToast();
  useEffect(() => {
    const done = new AbortController();
    const want = () => {
      done.abort();
      setWanted(true);
    };
    const timer = setTimeout(want, SOON);
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    for (const sign of SIGNS) document.addEventListener(sign, want, { signal: done.signal, capture: true });
    return () => done.abort();
  }, []);
  return <Suspense>{(wanted || toast) && <Toaster />}</Suspense>;
}
