import { type ReactNode, useState } from 'react';
import type { Later } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';

type OnDemandProps<Part> = {
  code: Later<Part>;
  waiting: ReactNode;
  /** What is shown where the code does not come; without it, the boundary around it says so. */
  failed?: (thrown: unknown) => ReactNode;
  children: (part: Part) => ReactNode;
};

/** Shows a part of the product once its code is there. */
export function OnDemand<Part>({ code, waiting, failed, children }: OnDemandProps<Part>) {
  const [failure, setFailure] = useState<{ thrown: unknown } | null>(null);
  const part = useLater(code, true, (thrown) => setFailure({ thrown }));
  if (failure && !failed) throw failure.thrown;
  if (failure) return failed?.(failure.thrown);
  return part === null ? waiting : children(part);
}
