import { type ComponentType, useEffect, useState } from 'react';
import { type Later, later } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';
import { PlainToast } from './PlainToast.tsx';
import { useToast } from './toast.ts';

const toaster = later(() => import('./Toaster.tsx').then((m) => m.Toaster));

// Whoever does one of these may soon be told something.
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

type ToasterOnDemandProps = { code?: Later<ComponentType> };

/**
 * The toaster, fetched when the person does their first thing or the page has come to rest, so that it holds up no first
 * screen. Where it does not come, people are told all the same, more plainly.
 */
export function ToasterOnDemand({ code = toaster }: ToasterOnDemandProps) {
  const [wanted, setWanted] = useState(false);
  const [missing, setMissing] = useState(false);
  const toast = useToast();
  const Toaster = useLater(code, wanted || toast !== null, () => setMissing(true));
  useEffect(() => {
    const done = new AbortController();
    const want = () => {
      done.abort();
      setWanted(true);
    };
    for (const sign of SIGNS) document.addEventListener(sign, want, { signal: done.signal, capture: true });
    return () => done.abort();
  }, []);
  if (Toaster) return <Toaster />;
  return missing && toast?.open ? <PlainToast key={toast.id} toast={toast} /> : null;
}
