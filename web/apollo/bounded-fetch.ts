/** Milliseconds; longer than the server itself waits for an assistant or a shop. */
const PATIENCE = 120_000;

/** A `fetch` that does not wait for ever: a server that took the question and fell silent has failed. */
export const boundedFetch =
  (patience = PATIENCE): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([AbortSignal.timeout(patience), ...(init?.signal ? [init.signal] : [])]) });
