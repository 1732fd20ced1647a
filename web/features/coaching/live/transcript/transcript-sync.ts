import { backOff } from '#web/lib/back-off.ts';

/** An edit is saved this long after the last key, and at most this long after the first one while typing goes on. */
const DEBOUNCE_MS = 800;
const MAX_WAIT_MS = 2_000;
/** A call without edits is kept alive this often. */
const HEARTBEAT_MS = 30_000;
/** The sequence of a text is above that of every text saved before the revision it builds on, whichever window saved it. */
const SEQUENCES_PER_REVISION = 1_000;

/** The full text and its sequence number; null is a heartbeat. */
export type TranscriptUpdate = { transcript: string; sequence: number } | null;

/** The server's response. `push` rejects if the server is unreachable. */
export type PushResult = { kind: 'accepted'; revision: number } | { kind: 'rejected'; message: string } | { kind: 'ended' };

/** `pending`: there are edits that have not been sent. */
export type SyncState = 'saved' | 'pending' | 'saving' | 'unreachable' | 'rejected' | 'ended';
export type SyncSnapshot = { text: string; saved: string; state: SyncState /** Why the server rejects the text. */; rejection: string };

type TranscriptSyncOptions = {
  /** The text on the server, as of this revision. */
  saved: string;
  revision: number;
  /** Text typed before a reload and not saved then. */
  draft: string | null;
  push: (update: TranscriptUpdate) => Promise<PushResult>;
  /** Stores unsaved text so that it survives a reload; null once all is saved. */
  storeDraft: (unsaved: string | null) => void;
};

export type TranscriptSync = ReturnType<typeof createTranscriptSync>;

/**
 * Saves the text of a call as it is typed: debounced, one request at a time, the newest text last, with retries while the
 * server cannot be reached.
 */
export function createTranscriptSync({ saved, revision, draft, push, storeDraft }: TranscriptSyncOptions) {
  let snapshot: SyncSnapshot = {
    text: draft ?? saved,
    saved,
    state: draft === null || draft === saved ? 'saved' : 'pending',
    rejection: '',
  };
  let rejectedText: string | null = null;
  /** The newest revision known, and the newest that holds nothing but text from this window. */
  let latestRevision = revision;
  let ownRevision = revision;
  let sequence = 0;
  let failures = 0;
  let retryAt = 0;
  let isOpen = false;
  /** The next update is sent without waiting, whether or not there are edits. */
  let isImmediate = false;
  let firstEditAt = 0;
  let lastEditAt = 0;
  let lastSentAt = 0;
  let inFlight: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const isSaved = () => snapshot.text === snapshot.saved;
  const hasUpdate = () => !isSaved() && snapshot.text !== rejectedText;
  const currentState = (): SyncState => {
    if (snapshot.state === 'ended') return 'ended';
    if (failures > 0) return 'unreachable';
    if (hasUpdate()) return inFlight ? 'saving' : 'pending';
    return isSaved() ? 'saved' : 'rejected';
  };
  const publish = (changes: Partial<SyncSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    snapshot = { ...snapshot, state: currentState() };
    for (const listener of listeners) listener();
  };

  const delay = (): number => {
    if (isImmediate) return 0;
    const due =
      failures > 0 ? retryAt : hasUpdate() ? Math.min(lastEditAt + DEBOUNCE_MS, firstEditAt + MAX_WAIT_MS) : lastSentAt + HEARTBEAT_MS;
    return Math.max(0, due - Date.now());
  };
  const schedule = () => {
    clearTimeout(timer);
    if (isOpen && !inFlight && snapshot.state !== 'ended') timer = setTimeout(send, delay());
  };
  const sendNow = () => {
    isImmediate = true;
    schedule();
  };

  const applyResult = (result: PushResult, update: TranscriptUpdate) => {
    failures = 0;
    if (result.kind === 'ended') snapshot = { ...snapshot, state: 'ended' };
    if (result.kind === 'rejected') {
      rejectedText = update?.transcript ?? rejectedText;
      snapshot = { ...snapshot, rejection: result.message };
    }
    if (result.kind !== 'accepted') return;
    latestRevision = Math.max(latestRevision, result.revision);
    ownRevision = Math.max(ownRevision, result.revision);
    if (!update) return;
    rejectedText = null;
    snapshot = { ...snapshot, saved: update.transcript, rejection: '' };
    if (isSaved()) storeDraft(null);
  };

  const send = () => {
    isImmediate = false;
    const now = Date.now();
    firstEditAt = now;
    lastSentAt = now;
    sequence = Math.max(sequence + 1, latestRevision * SEQUENCES_PER_REVISION + 1);
    const update = hasUpdate() ? { transcript: snapshot.text, sequence } : null;
    inFlight = push(update)
      .then(
        (result) => applyResult(result, update),
        () => {
          retryAt = Date.now() + backOff(failures);
          failures += 1;
        },
      )
      .then(() => {
        inFlight = null;
        publish({});
        schedule();
      });
    publish({});
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,

    /** Starts with a heartbeat: its answer carries the call's duration. */
    open: () => {
      isOpen = true;
      sendNow();
    },
    /** Stops, and waits for the request in flight. */
    close: async () => {
      isOpen = false;
      clearTimeout(timer);
      await inFlight;
    },

    edit: (text: string) => {
      lastEditAt = Date.now();
      if (isSaved()) firstEditAt = lastEditAt;
      storeDraft(text === snapshot.saved ? null : text);
      publish({ text });
      schedule();
    },
    /** Sends the text without waiting; while a request is in flight, right after it. */
    flush: () => {
      rejectedText = null;
      sendNow();
    },
    /** Retries at once. */
    onReconnect: () => {
      if (failures > 0) sendNow();
    },

    /** Notes a revision, so that the next text gets a sequence above those before it. */
    onRemote: (remoteRevision: number) => {
      latestRevision = Math.max(latestRevision, remoteRevision);
    },
    /** Whether this revision holds text of another window, and there is nothing here that it would overwrite. */
    canApplyRemote: (remoteRevision: number) => remoteRevision > ownRevision && inFlight === null && isSaved(),
    /** Shows the text that another window saved. */
    applyRemote: (text: string, remoteRevision: number) => {
      if (inFlight !== null || !isSaved()) return;
      ownRevision = Math.max(ownRevision, remoteRevision);
      publish({ text, saved: text });
    },
  };
}
