import { useEffect, useState } from 'react';
import { later } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';
import { useToast } from './toast.ts';

const toaster = later(() => import('./Toaster.tsx').then((m) => m.Toaster));

// Whoever does one of these may soon be told something.
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The toaster, fetched when the person does their first thing or the page has come to rest, so that it holds up no first screen. */
export function ToasterOnDemand() {
  const [wanted, setWanted] = useState(false);
  const toast = useToast();
  const Toaster = useLater(toaster, wanted || toast !== null);
  useEffect(() => {
    const done = new AbortController();
    const want = () => {
      done.abort();
      setWanted(true);
    };
    for (const sign of SIGNS) document.addEventListener(sign, want, { signal: done.signal, capture: true });
    return () => done.abort();
  }, []);
  return Toaster && <Toaster />;
}
