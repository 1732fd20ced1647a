import { backOff } from '#web/lib/back-off.ts';

/** Milliseconds without a key after which what was typed is told, and how long it waits at most while typing goes on. */
const REST = 800;
const AT_MOST = 2_000;
/** A call of which nothing is new is kept alive this often, in milliseconds. */
const HEARTBEAT = 30_000;
/** A text is numbered above every text told before the revision it builds on, whichever window told that. */
const NUMBERS_A_REVISION = 1_000;

/** What is new: the whole text with its number; or nothing, which keeps the call alive. */
export type News = { transcript: string; sequence: number } | null;

/** What the server said to it. Where it could not be reached, telling it fails. */
export type Reply = { kind: 'taken'; revision: number } | { kind: 'refused'; message: string } | { kind: 'over' };

/** `waiting`: something typed is not told yet. */
export type SyncState = 'told' | 'waiting' | 'telling' | 'unreachable' | 'refused' | 'over';
export type SyncOptions = { text: string; told: string; state: SyncState /** Why the server does not take the text. */; refusal: string };

type Start = {
  /** What the server has, and as of which revision. */
  told: string;
  revision: number;
  /** What was typed before a reload and not told then. */
  draft: string | null;
  push: (news: News) => Promise<Reply>;
  /** Keeps what is not told yet for after a reload; null when all is. */
  keep: (unsaved: string | null) => void;
};

export type TranscriptSync = ReturnType<typeof createTranscriptSync>;

/**
 * Tells the server of a call's text as it is typed: soon after typing rests, never twice at once, the newest text always
 * last; again and again while the server cannot be reached.
 */
export function createTranscriptSync({ told, revision, draft, push: tell, keep }: Start) {
  let shown: SyncOptions = { text: draft ?? told, told, state: draft === null || draft === told ? 'told' : 'waiting', refusal: '' };
  let refused: string | null = null;
  /** The newest revision that was heard of, and the newest that has nothing but what was told from here. */
  let known = revision;
  let own = revision;
  let sequence = 0;
  let failures = 0;
  let retryAt = 0;
  let isOpen = false;
  /** Whether something is told at once, be it new or not. */
  let hurries = false;
  /** When the oldest key that was not told was pressed, and the newest; when something was last told. */
  let firstKey = 0;
  let lastKey = 0;
  let lastTold = 0;
  let underway: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const isAllTold = () => shown.text === shown.told;
  const isNew = () => !isAllTold() && shown.text !== refused;
  const stateNow = (): SyncState => {
    if (shown.state === 'over') return 'over';
    if (failures > 0) return 'unreachable';
    if (isNew()) return underway ? 'telling' : 'waiting';
    return isAllTold() ? 'told' : 'refused';
  };
  const show = (next: Partial<SyncOptions>) => {
    shown = { ...shown, ...next };
    shown = { ...shown, state: stateNow() };
    for (const listener of listeners) listener();
  };

  const wait = (): number => {
    if (hurries) return 0;
    const due = failures > 0 ? retryAt : isNew() ? Math.min(lastKey + REST, firstKey + AT_MOST) : lastTold + HEARTBEAT;
    return Math.max(0, due - Date.now());
  };
  const plan = () => {
    clearTimeout(timer);
    if (isOpen && !underway && shown.state !== 'over') timer = setTimeout(go, wait());
  };
  const flush = () => {
    hurries = true;
    plan();
  };

  const settle = (reply: Reply, news: News) => {
    failures = 0;
    if (reply.kind === 'over') shown = { ...shown, state: 'over' };
    if (reply.kind === 'refused') {
      refused = news?.transcript ?? refused;
      shown = { ...shown, refusal: reply.message };
    }
    if (reply.kind !== 'taken') return;
    known = Math.max(known, reply.revision);
    own = Math.max(own, reply.revision);
    if (!news) return;
    refused = null;
    shown = { ...shown, told: news.transcript, refusal: '' };
    if (isAllTold()) keep(null);
  };

  const go = () => {
    hurries = false;
    const now = Date.now();
    firstKey = now;
    lastTold = now;
    sequence = Math.max(sequence + 1, known * NUMBERS_A_REVISION + 1);
    const news = isNew() ? { transcript: shown.text, sequence } : null;
    underway = tell(news)
      .then(
        (reply) => settle(reply, news),
        () => {
          retryAt = Date.now() + backOff(failures);
          failures += 1;
        },
      )
      .then(() => {
        underway = null;
        show({});
        plan();
      });
    show({});
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    now: () => shown,

    /** Begins to tell, and says at once that somebody is there: the answer tells the time of the call. */
    open: () => {
      isOpen = true;
      flush();
    },
    /** Stops, and waits for what is under way. */
    close: async () => {
      isOpen = false;
      clearTimeout(timer);
      await underway;
    },

    /** Takes what was typed. */
    type: (text: string) => {
      lastKey = Date.now();
      if (isAllTold()) firstKey = lastKey;
      keep(text === shown.told ? null : text);
      show({ text });
      plan();
    },
    /** Tells what there is now; while something is under way, right after it. */
    tellNow: () => {
      refused = null;
      flush();
    },
    /** The connection is back: what waits is told at once. */
    back: () => {
      if (failures > 0) flush();
    },

    /** Hears of a revision, so that the next text is numbered above those before it. */
    onRemote: (of: number) => {
      known = Math.max(known, of);
    },
    /** Whether words of this revision came from elsewhere, and there is nothing here that they would overwrite. */
    isFollowing: (of: number) => of > own && underway === null && isAllTold(),
    /** Takes over what another window told. */
    follow: (text: string, of: number) => {
      if (underway !== null || !isAllTold()) return;
      own = Math.max(own, of);
      show({ text, told: text });
    },
  };
}
