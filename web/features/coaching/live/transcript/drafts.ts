const PREFIX = 'callboard.live-call.';

/** What this window keeps of a call for after a reload: that it runs here, and what was typed and not told yet. */
export const drafts = {
  /** The text that is not told yet; null where all is, or where the call did not run here. */
  of: (id: string): string | null => sessionStorage.getItem(PREFIX + id) || null,
  keep: (id: string, untold: string | null): void => {
    try {
      sessionStorage.setItem(PREFIX + id, untold ?? '');
    } catch {
      // The browser's store is full: the text is still in the box, and told as soon as that is possible.
    }
  },
  forget: (id: string): void => sessionStorage.removeItem(PREFIX + id),
  /** A call that ran here; null where there is none. */
  left: (): string | null => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith(PREFIX));
    return key?.slice(PREFIX.length) ?? null;
  },
};
