import { lazy, Suspense, useEffect, useState } from 'react';
import { useToast } from './toast.ts';

const load = () => import('./Toaster.tsx').then((m) => ({ default: m.Toaster }));
const Toaster = lazy(load);

// Whoever does one of these may soon be told something.
const SIGNS = ['pointerdown', 'keydown'] as const;

/** The toaster, fetched when the person does their first thing, so that it holds up no first screen. */
export function ToasterOnDemand() {
  const [wanted, setWanted] = useState(false);
  const toast = useToast();
  useEffect(() => {
    const done = new AbortController();
    const want = () => {
      done.abort();
      setWanted(true);
    };
    for (const sign of SIGNS) document.addEventListener(sign, want, { signal: done.signal, capture: true });
    return () => done.abort();
  }, []);
  return <Suspense>{(wanted || toast) && <Toaster />}</Suspense>;
}
