import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { LiveSegment } from '#contract/live-call-input.ts';
import { readDialogue, type Turn } from '#domain/conversation/dialogue.ts';

export interface PlaybackOptions {
  /** The server: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The transcript, with the speaker at the start of each line. */
  readonly transcript: string;
  readonly callId: string;
  /** 2 plays twice as fast as people speak. */
  readonly speed: number;
  print(line: string): void;
}

const Coaching = z.object({ urgentAlerts: z.array(z.string()), insights: z.array(z.string()), recommendations: z.array(z.string()) });
const ErrorBody = z.object({ message: z.string() });

/** Milliseconds a request may take. */
const TIMEOUT_MS = 60_000;

const formatTime = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Plays a transcript against a server as if it were spoken now, and prints the coaching prompts of the rep. */
export async function playCall({ url, username, password, transcript, callId, speed, print }: PlaybackOptions): Promise<void> {
  let cookie = '';
  const call = async (method: string, path: string, input: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${response.status}: ${ErrorBody.safeParse(body).data?.message ?? response.statusText}`);
    return body;
  };
  const path = `/api/coaching/real-time/${encodeURIComponent(callId)}`;
  const schedule = scheduleTranscript(transcript);
  const length = schedule.at(-1)?.at ?? 0;

  await call('POST', '/api/auth/login', { username, password });
  await call('POST', '/api/coaching/real-time/start', { callId, plannedSeconds: Math.ceil(length / 1_000) });
  print(`Playing ${formatTime(length)} as ${callId} at ${speed}× speed. Watch it at ${url}/coaching?tab=real-time`);
  const startedAt = performance.now();
  const shown = new Set<string>();
  for (const { at, segment, isComplete } of schedule) {
    await wait(Math.max(0, at / speed - (performance.now() - startedAt)));
    const coaching = Coaching.parse(await call('PUT', `${path}/update`, { segments: [segment], duration: Math.floor(at / 1_000) }));
    if (isComplete)
      print(`${formatTime(segment.startMs ?? 0).padStart(6)}  ${segment.speaker === 'rep' ? 'Rep' : 'Customer'}: ${segment.text}`);
    const prompts = [
      ...coaching.urgentAlerts.map((text) => `! ${text}`),
      ...coaching.recommendations.map((text) => `> ${text}`),
      ...coaching.insights.map((text) => `* ${text}`),
    ];
    for (const prompt of prompts.filter((text) => !shown.has(text))) {
      // The card of a prompt arrives after its text: print only what is new.
      const printed = [...shown].find((text) => prompt.startsWith(text));
      print(printed ? `          ${prompt.slice(printed.length).trim()}` : `${formatTime(at).padStart(6)}    ${prompt}`);
    }
    for (const prompt of prompts) shown.add(prompt);
  }
  await call('PUT', `${path}/complete`, { duration: Math.ceil(length / 1_000) });
  print('The call has ended. It is stored under Transcriptions.');
}

/** How people speak: words a minute, milliseconds of pause between two turns. */
const SPEECH = { wordsPerMinute: 150, pauseMs: 600 } as const;
/** How often a speech recognizer sends an interim result, in milliseconds; each replaces the one before. */
const INTERIM_RESULT_MS = 2_000;

/** One result of a speech recognizer. */
export interface RecognizedSegment {
  /** Milliseconds since the start of the call. */
  readonly at: number;
  readonly segment: LiveSegment;
  /** Whether it is the final result of its turn. */
  readonly isComplete: boolean;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The interim results and the final one of a turn: revisions of one segment. */
function recognizeTurn(turn: Turn, from: number): readonly RecognizedSegment[] {
  const words = wordsOf(turn.text);
  const perWord = 60_000 / SPEECH.wordsPerMinute;
  const length = words.length * perWord;
  const steps = Math.max(1, Math.ceil(length / INTERIM_RESULT_MS));
  return Array.from({ length: steps }, (_, step) => {
    const elapsed = step === steps - 1 ? length : (step + 1) * INTERIM_RESULT_MS;
    const segment = {
      id: `turn-${turn.index}`,
      revision: step,
      speaker: turn.speaker ?? 'rep',
      text: words.slice(0, Math.max(1, Math.round(elapsed / perWord))).join(' '),
      startMs: Math.round(from),
      endMs: Math.round(from + elapsed),
    };
    return { at: from + elapsed, segment, isComplete: step === steps - 1 };
  });
}

/** The results of a speech recognizer for a transcript, with their times. Throws when no speaker is marked. */
export function scheduleTranscript(transcript: string): readonly RecognizedSegment[] {
  const turns = readDialogue(transcript).filter(({ text }) => wordsOf(text).length > 0);
  if (!turns.some(({ speaker }) => speaker !== null)) throw new Error('Start each line with the speaker: "Rep: …" and "Customer: …".');
  let from = 0;
  return turns.flatMap((turn) => {
    const segments = recognizeTurn(turn, from);
    from = (segments.at(-1)?.at ?? from) + SPEECH.pauseMs;
    return segments;
  });
}
