import type { ReactNode } from 'react';
import { type Later, reloadIfReachable } from '#web/lib/later.ts';
import { OnDemand } from '#web/ui/on-demand/OnDemand.tsx';
import { SessionError } from './SessionError.tsx';
import { Splash } from './Splash.tsx';

/** The first thing a person sees, whose code depends on whether they are signed in. */
export function EntryOnDemand<Part>({ code, children }: { code: Later<Part>; children: (part: Part) => ReactNode }) {
  return (
    <OnDemand code={code} waiting={<Splash />} failed={(thrown) => <SessionError error={thrown} onRetry={reloadIfReachable} />}>
      {children}
    </OnDemand>
  );
}
