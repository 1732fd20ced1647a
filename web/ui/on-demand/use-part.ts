import { useEffect } from 'react';
import { describeError } from '#web/lib/format/describe-error.ts';
import { type Later, reloadIfReachable } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';
import { notify } from '../toasts/toast.ts';
import { awaitPart } from './awaited.ts';

/** A menu, panel or dialog whose code is fetched apart. Where it does not come it is closed again and the person told; the page stays as it is. */
export function usePart<Part>(code: Later<Part>, opened: boolean, close: () => void): Part | null {
  const part = useLater(code, opened, (thrown) => {
    const { title, hint } = describeError(thrown);
    notify({ title, description: hint, tone: 'error', action: { label: 'Reload', run: reloadIfReachable } });
    close();
  });
  const awaited = opened && part === null;
  useEffect(() => (awaited ? awaitPart() : undefined), [awaited]);
  return part;
}
