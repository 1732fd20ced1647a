import type { Speaker } from '#contract/call.ts';
import { type CountedTurn, createCounter } from './counted-turns.ts';
import { createDialogue, type DialogueOptions, type Span, type Turn } from './dialogue.ts';
import { type ConversationMetrics, type MeasureOptions, metricsOf } from './measure.ts';

/** A segment of speech as a recognizer sends it, and sends again with a better result. */
export interface Segment {
  readonly id: string;
  /** Of segments with the same id, the highest revision counts. */
  readonly revision: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** Milliseconds from the beginning of the call. */
  readonly startMs?: number | null;
  readonly endMs?: number | null;
}

interface Entry {
  readonly segment: Segment;
  readonly start: number | null;
  readonly end: number | null;
  /** Its position in the call: its start, or else that of the latest segment received before it. */
  readonly sortKey: number;
  readonly arrival: number;
}

/** The segments of one call, in order. */
export interface Segments {
  /** Takes a segment; one whose revision is not higher than what is known changes nothing. Answers whether something changed. */
  add(segment: Segment): boolean;
  /** Segments of one speaker that follow each other are one turn; those without words are left out. */
  turns(): readonly Turn[];
}

const byId = new Intl.Collator('en', { numeric: true });

// Segments with times are in the order of their starts, whenever they came: "s2" before "s10" where those are equal.
// One without a start stays where it came, after everything that had started by then.
function compare(one: Entry, other: Entry): number {
  if (one.sortKey !== other.sortKey) return one.sortKey - other.sortKey;
  if ((one.start === null) !== (other.start === null)) return one.start === null ? 1 : -1;
  if (one.start === null) return one.arrival - other.arrival;
  return byId.compare(one.segment.id, other.segment.id) || (one.segment.id < other.segment.id ? -1 : 1);
}

/** The index of an entry in a sorted list, or where to insert it. */
function indexOf(entries: readonly Entry[], entry: Entry): number {
  let from = 0;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = entries[middle];
    if (at && compare(at, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

const time = (milliseconds: number | null | undefined): number | null =>
  milliseconds != null && Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : null;

interface Group {
  /** The index of its first segment. */
  readonly from: number;
  readonly turn: Turn;
}

function turnOf(entries: readonly Entry[], index: number): Turn {
  const spans: Span[] = entries.flatMap(({ start, end }) => (start === null || end === null ? [] : [{ start, end }]));
  const isTimed = spans.length === entries.length;
  return {
    index,
    speaker: entries[0]?.segment.speaker ?? null,
    name: null,
    text: entries.map(({ segment }) => segment.text.replace(/\s+/g, ' ').trim()).join(' '),
    start: entries.find(({ start }) => start !== null)?.start ?? null,
    end: isTimed ? spans.reduce((last, { end }) => Math.max(last, end), 0) : null,
    ...(isTimed && { spans }),
  };
}

/** Groups the segments from an index on, after the groups that stay. */
function grouped(entries: readonly Entry[], unchanged: readonly Group[], from: number): Group[] {
  const groups = [...unchanged];
  let open: Entry[] = [];
  let first = from;
  const close = () => {
    if (open.length > 0) groups.push({ from: first, turn: turnOf(open, groups.length) });
    open = [];
  };
  for (let at = from; at < entries.length; at += 1) {
    const entry = entries[at];
    if (!entry || entry.segment.text.trim() === '') continue;
    if (open[0]?.segment.speaker !== entry.segment.speaker) close();
    if (open.length === 0) first = at;
    open.push(entry);
  }
  close();
  return groups;
}

/** A call that comes in segments, in any order and more than once. Only turns around a change are put together again. */
export function createSegments(): Segments {
  const known = new Map<string, Entry>();
  const entries: Entry[] = [];
  let groups: readonly Group[] = [];
  let latest = 0;
  let changed = Number.POSITIVE_INFINITY;

  return {
    add(segment) {
      const before = known.get(segment.id);
      if (before && before.segment.revision >= segment.revision) return false;
      const start = time(segment.startMs) ?? before?.start ?? null;
      const reportedEnd = time(segment.endMs) ?? before?.end ?? null;
      const end = reportedEnd !== null && start !== null && reportedEnd >= start ? reportedEnd : null;
      const arrival = before?.arrival ?? known.size;
      const entry: Entry = { segment, start, end, sortKey: start ?? before?.sortKey ?? latest, arrival };
      if (before) {
        const old = indexOf(entries, before);
        entries.splice(old, 1);
        changed = Math.min(changed, old);
      }
      const at = indexOf(entries, entry);
      entries.splice(at, 0, entry);
      changed = Math.min(changed, at);
      known.set(segment.id, entry);
      latest = Math.max(latest, start ?? 0);
      return true;
    },
    turns() {
      if (changed <= entries.length) {
        const touched = groups.findLastIndex(({ from }) => from < changed);
        groups = grouped(entries, groups.slice(0, Math.max(0, touched)), groups[touched]?.from ?? 0);
        changed = Number.POSITIVE_INFINITY;
      }
      return groups.map(({ turn }) => turn);
    },
  };
}

/** The turns of segments, in whatever order they came. */
export function turnsOfSegments(segments: Iterable<Segment>): readonly Turn[] {
  const all = createSegments();
  for (const segment of segments) all.add(segment);
  return all.turns();
}

/** Counts a call while it grows: an update costs what is new in it. */
export interface TranscriptAccumulator {
  /** Takes segments in any order; known revisions change nothing. Answers whether something changed. */
  add(...segments: readonly Segment[]): boolean;
  /** Takes the whole text so far. What it has in common with the text before is not counted again. */
  text(transcript: string): boolean;
  turns(): readonly CountedTurn[];
  metrics(options?: MeasureOptions): ConversationMetrics;
}

/**
 * A new accumulator. A call is sent in segments or as text; a client that changes from one to the other starts again, since
 * both together would be ambiguous.
 */
export function createTranscriptAccumulator(options: DialogueOptions = {}): TranscriptAccumulator {
  const count = createCounter();
  const dialogue = createDialogue(options);
  let segments = createSegments();
  let transcript: string | null = null;
  let counted: readonly CountedTurn[] | null = null;

  const turns = (): readonly CountedTurn[] => {
    counted ??= count(transcript === null ? segments.turns() : dialogue.read(transcript));
    return counted;
  };
  return {
    add(...added) {
      if (added.length > 0 && transcript !== null) {
        transcript = null;
        segments = createSegments();
      }
      const isChanged = added.map((segment) => segments.add(segment)).includes(true);
      if (isChanged) counted = null;
      return isChanged;
    },
    text(text) {
      if (text === transcript) return false;
      transcript = text;
      counted = null;
      return true;
    },
    turns,
    metrics: (measured) => metricsOf(turns(), measured),
  };
}
