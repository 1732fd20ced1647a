/** Code that is fetched when it is wanted. */
export type Later<Part> = {
  /** What was fetched, or null as long as it is not there. */
  readonly part: Part | null;
  fetch: () => Promise<Part>;
};

/** A piece of the product itself did not come: the server is away, or has a newer version by now. */
export class NotFetched extends Error {
  override name = 'NotFetched';
}

/** Fetches code once. A failure is told, and never taken for an answer. */
export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | null = null;
  let coming: Promise<Part> | null = null;
  const fetched = async () => {
    try {
      part = await load();
      return part;
    } catch (cause) {
      coming = null;
      throw new NotFetched('A part of Callboard could not be fetched.', { cause });
    }
  };
  return {
    get part() {
      return part;
    },
    fetch: () => {
      coming ??= fetched();
      return coming;
    },
  };
}

/** Loads the page anew if the server answers: browsers remember for the life of a page that a piece of code did not come. */
export async function reloadIfReachable(): Promise<void> {
  const reachable = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (reachable) window.location.reload();
}
