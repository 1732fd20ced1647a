import type { ReactNode } from 'react';
import type { Later } from '#web/lib/later.ts';
import { usePart } from './use-part.ts';

type FetchedProps<Part> = {
  code: Later<Part>;
  /** Closes what could not be fetched. */
  onClose: () => void;
  children: (part: Part) => ReactNode;
};

/** The open dialog of a row or card, where its code is fetched apart. The screen has it fetched ahead, once for all rows. */
export function Fetched<Part>({ code, onClose, children }: FetchedProps<Part>) {
  const part = usePart(code, true, onClose);
  return part === null ? null : children(part);
}
