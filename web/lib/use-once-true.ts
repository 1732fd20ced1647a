import { useState } from 'react';

/** True from the first time something is true: what was fetched for it stays, so that it can also fade out. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
