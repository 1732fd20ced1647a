import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Brief, briefIn, type ChatRequest } from './request.ts';
import { type Wire, writeEvents } from './sse.ts';

/** One request being answered. */
export interface Turn {
  readonly body: ChatRequest;
  readonly response: ServerResponse;
}

/** What the emulator does with one request. */
export type Behaviour = (turn: Turn) => Promise<void>;

export interface Manner {
  readonly finish?: 'stop' | 'length' | 'content_filter';
  /** The model's refusal, instead of content. */
  readonly refusal?: string;
  /** The reported name of the model; the requested one by default. */
  readonly model?: string;
  /** Whether the tokens are counted. */
  readonly counts?: boolean;
  /** Characters of each streamed chunk. */
  readonly chunkLength?: number;
  readonly wire?: Wire;
}

export interface ModelReply {
  response: string;
  keyPoints: string[];
  confidence: number;
  citations: { id: string; quote: string }[];
}

let served = 0;

const usageOf = ({ messages }: ChatRequest, text: string) => {
  const prompt = Math.ceil(messages.reduce((length, { content }) => length + content.length, 0) / 4);
  const completion = Math.ceil(text.length / 4);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
};

const envelope = (object: string, model: string) => {
  served += 1;
  return { id: `chatcmpl-${served}`, object, created: Math.floor(Date.now() / 1000), model };
};

function sendCompletion({ body, response }: Turn, text: string, manner: Manner) {
  const { finish = 'stop', refusal = null, model = body.model, counts = true } = manner;
  const message = { role: 'assistant', content: refusal === null ? text : null, refusal };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  const usage = counts ? { usage: usageOf(body, text) } : {};
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...envelope('chat.completion', model), choices, ...usage }));
}

/** The events of a stream: the role, the chunks, and the end unless it is cut short. */
export function streamEvents(body: ChatRequest, text: string, manner: Manner = {}): { chunks: unknown[]; ending: unknown[] } {
  const { finish = 'stop', refusal, model = body.model, counts = true, chunkLength = 12 } = manner;
  const head = envelope('chat.completion.chunk', model);
  const counted = counts && body.stream_options?.include_usage === true;
  const chunk = (delta: object, finishReason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    ...(counted ? { usage: null } : {}),
  });
  const spoken = Array.from({ length: Math.ceil(text.length / chunkLength) }, (_, at) =>
    text.slice(at * chunkLength, (at + 1) * chunkLength),
  );
  const chunks = refusal === undefined ? spoken.map((content) => chunk({ content })) : [chunk({ refusal })];
  const usage = counted ? [{ ...head, choices: [], usage: usageOf(body, text) }] : [];
  return {
    chunks: [chunk({ role: 'assistant', content: '', refusal: null }), ...chunks],
    ending: [chunk({}, finish), ...usage, '[DONE]'],
  };
}

/** Responds with exactly this text, as a stream if requested. */
export const respondWith =
  (text: string, manner: Manner = {}): Behaviour =>
  async (turn) => {
    if (!turn.body.stream) return sendCompletion(turn, text, manner);
    const { chunks, ending } = streamEvents(turn.body, text, manner);
    await writeEvents(turn.response, [...chunks, ...ending], manner.wire);
    turn.response.end();
  };

/** A sensible analysis: it quotes the first line, and a line that does not exist. */
function analysisOf(transcript: string) {
  const words = transcript.replace(/\s+/g, ' ').trim() || 'nothing';
  const line = transcript.split('\n').find((each) => each.trim() !== '') ?? words;
  const quote = line.replace(/^\w+:\s*/, '').slice(0, 200);
  return {
    title: `About ${words.slice(0, 60)}`,
    summary: `Someone said: ${words.slice(0, 200)}`,
    type: 'support',
    sentiment: 'neutral',
    tags: ['Emulated', 'call'],
    callValue: 1250,
    priority: 'medium',
    keyMoments: [
      { kind: 'need', quote },
      { kind: 'praise', quote: 'Nobody ever said this.' },
    ],
    nextSteps: [{ text: 'Call back', owner: 'rep', due: 'tomorrow' }],
  };
}

/** Advice on the last words of a running call. */
const adviceOf = (turns: readonly { text: string }[]) => ({ tips: [`Ask more about: ${(turns.at(-1)?.text ?? '').slice(0, 80)}`] });

const emailOf = ({ tone, type, purpose }: { tone: string; type: string; purpose: string | null }) => ({
  subject: `${type}, ${tone}`,
  body: `Hi {{first_name}},\n\nthis is a ${tone} email about ${(purpose ?? type).replace(/[{}]/g, '')}.\n\n{{company_name}}`,
});

type CoachingBrief = Extract<Brief, { findings: unknown }>;

/** Sensible coaching: every finding in words of its own, an insight of its own on the first line or those of the parts, and a judgement that rests on nothing. */
function coachingOf(brief: CoachingBrief) {
  const worded = (quotes: readonly string[]) =>
    brief.findings.map(({ key, category, priority, sentence }) => ({
      finding: key,
      category,
      priority,
      insight: `Think of this: ${sentence}`,
      actionItem: 'Try it in the next call.',
      quotes,
    }));
  const own = (insight: string, quotes: readonly string[]) => ({
    ...{ finding: null, category: 'other', priority: 'high', insight, actionItem: 'Stop.', quotes },
  });
  const recommendations = ['Listen first.', 'Win 7700 deals.'];
  const made = own('You lost 9900 deals.', ['Nobody ever said this.']);
  if ('coached_parts' in brief)
    return { insights: [...brief.coached_parts.flatMap(({ insights }) => insights), ...worded([]), made], recommendations };
  const quote = (brief.coached_calls[0]?.lines.split('\n')[0] ?? '').replace(/^\w+:\s*/, '').slice(0, 200);
  // Where there are no findings, it is a part of long calls.
  const noticed = brief.findings.length === 0 ? [own('You opened like this.', [quote])] : [];
  return { insights: [...noticed, ...worded([quote]), made], recommendations };
}

/** A sensible response: a reply quotes the customer and cites the first training item. */
function answerTo(body: ChatRequest) {
  const brief = briefIn(body);
  if ('transcript' in brief) return analysisOf(brief.transcript);
  if ('parts' in brief) return brief.parts[0] ?? {};
  if ('turns' in brief) return adviceOf(brief.turns);
  if ('findings' in brief) return coachingOf(brief);
  return 'tone' in brief ? emailOf(brief) : replyTo(brief);
}

function replyTo({
  customer_message: message,
  knowledge,
}: {
  customer_message: string;
  knowledge: readonly { id: string; content: string }[];
}): ModelReply {
  const about = message.replace(/\s+/g, ' ').trim().slice(0, 120);
  return {
    response: `Hello,\n\nYou wrote: ${about}\n\nWe will get back to you by [date].\n\nKind regards`,
    keyPoints: ['Customer waits for an answer', 'Fill in the date'],
    confidence: knowledge.length > 0 ? 0.8 : 0.4,
    citations: knowledge.slice(0, 1).map(({ id, content }) => ({ id, quote: content.slice(0, 200) })),
  };
}

/** Responds well; the given fields replace those derived from the request. */
export const answers =
  (reply: object = {}, manner: Manner = {}): Behaviour =>
  (turn) =>
    respondWith(JSON.stringify({ ...answerTo(turn.body), ...reply }), manner)(turn);

/** The same, but the response headers take their time. */
export const late =
  (ms: number, then: Behaviour = answers()): Behaviour =>
  async (turn) => {
    await sleep(ms, undefined, { ref: false });
    if (!turn.response.destroyed) await then(turn);
  };
