const PREFIX = 'callboard.live-call.';

/** Unsaved text of the calls of this window, kept in session storage so that it survives a reload. */
export const drafts = {
  /** The unsaved text; null if everything is saved, or if the call is not active in this window. */
  get: (callId: string): string | null => sessionStorage.getItem(PREFIX + callId) || null,
  set: (callId: string, unsaved: string | null): void => {
    try {
      sessionStorage.setItem(PREFIX + callId, unsaved ?? '');
    } catch {
      // Session storage is full. The text is still in the box, and is saved as soon as possible.
    }
  },
  remove: (callId: string): void => sessionStorage.removeItem(PREFIX + callId),
  /** The call of this window; null if there is none. */
  findCallId: (): string | null => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith(PREFIX));
    return key?.slice(PREFIX.length) ?? null;
  },
};
