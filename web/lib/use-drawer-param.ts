import { type To, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const OPENED_HERE = { openedHere: true } as const;

/** The row that is open in a drawer, by its id in the URL: it can be shared, and Back closes it. `anchor` names the param of a part of it. */
export function useDrawerParam(name: string, anchor?: string) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = params.get(name);

  const urlWith = (id: string | null): To => {
    const next = new URLSearchParams(params);
    if (anchor) next.delete(anchor);
    if (id === null) next.delete(name);
    else next.set(name, id);
    return { search: next.toString() };
  };
  /** The link to a row. From one open row to the next is no step to come back to. */
  const linkTo = (id: string) => ({ to: urlWith(id), replace: opened !== null, state: opened === null ? OPENED_HERE : state });
  return {
    opened,
    anchor: anchor ? params.get(anchor) : null,
    linkTo,
    open: (id: string) => {
      const { to, ...options } = linkTo(id);
      return navigate(to, options);
    },
    close: () => {
      // Closing goes back to where it was opened, so that Back does not open it again.
      const isOpenedHere = typeof state === 'object' && state !== null && 'openedHere' in state;
      return isOpenedHere ? navigate(-1) : navigate(urlWith(null), { replace: true });
    },
  };
}
