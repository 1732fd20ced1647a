import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { scheduleOf } from './schedule.ts';

export interface Replay {
  /** The server: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The transcript, with who speaks before each line. */
  readonly transcript: string;
  readonly callId: string;
  /** 2 plays twice as fast as people talk. */
  readonly speed: number;
  say(line: string): void;
}

const Told = z.object({ urgentAlerts: z.array(z.string()), insights: z.array(z.string()), recommendations: z.array(z.string()) });
const Refused = z.object({ message: z.string() });

/** Milliseconds an answer may take. */
const PATIENCE = 60_000;

const clockOf = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Plays a transcript against a server as if it were spoken now, and says what the rep would be told. */
export async function play({ url, username, password, transcript, callId, speed, say }: Replay): Promise<void> {
  let cookie = '';
  const call = async (method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const said: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status}: ${Refused.safeParse(said).data?.message ?? answer.statusText}`);
    return said;
  };
  const path = `/api/coaching/real-time/${encodeURIComponent(callId)}`;
  const schedule = scheduleOf(transcript);
  const length = schedule.at(-1)?.at ?? 0;

  await call('POST', '/api/auth/login', { username, password });
  await call('POST', '/api/coaching/real-time/start', { callId, plannedSeconds: Math.ceil(length / 1_000) });
  say(`Playing ${clockOf(length)} of talk as ${callId}, at ${speed} times the speed. Watch it on ${url}/coaching?tab=real-time`);
  const begun = performance.now();
  const shown = new Set<string>();
  for (const { at, segment, isWhole } of schedule) {
    await wait(Math.max(0, at / speed - (performance.now() - begun)));
    const told = Told.parse(await call('PUT', `${path}/update`, { segments: [segment], duration: Math.floor(at / 1_000) }));
    if (isWhole) say(`${clockOf(segment.startMs ?? 0).padStart(6)}  ${segment.speaker === 'rep' ? 'Rep' : 'Customer'}: ${segment.text}`);
    const prompts = [
      ...told.urgentAlerts.map((text) => `! ${text}`),
      ...told.recommendations.map((text) => `> ${text}`),
      ...told.insights.map((text) => `* ${text}`),
    ];
    for (const prompt of prompts.filter((text) => !shown.has(text))) {
      // A card comes a moment after the words it answers.
      const known = [...shown].find((text) => prompt.startsWith(text));
      say(known ? `          ${prompt.slice(known.length).trim()}` : `${clockOf(at).padStart(6)}    ${prompt}`);
    }
    for (const prompt of prompts) shown.add(prompt);
  }
  await call('PUT', `${path}/complete`, { duration: Math.ceil(length / 1_000) });
  say('The call has ended. It is stored under Transcriptions.');
}
