import type { Later } from './later.ts';

/** For what opens a dialog or menu: its code is fetched when the pointer or the keyboard comes there. Who opens it hears whether it came. */
export function ahead(code: Later<unknown>) {
  const fetch = () => void code.fetch().catch(() => undefined);
  return { onPointerEnter: fetch, onFocus: fetch };
}
