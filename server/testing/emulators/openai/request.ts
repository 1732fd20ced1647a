import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const Message = z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.string().min(1) });

/** What a chat completion request must look like to be understood at all. */
export const ChatRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
  reasoning_effort: z.string().optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({ name: z.string(), strict: z.boolean(), schema: z.looseObject({}) }),
      }),
    ])
    .optional(),
});
export type ChatRequest = z.output<typeof ChatRequest>;

/** A request as it arrived, for a test to look at. */
export interface RecordedRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly headers: IncomingMessage['headers'];
  readonly body: ChatRequest;
  /** The client hung up before it had the whole answer. */
  readonly hungUp: boolean;
}

/** The text of all messages with that role. */
export const contentOf = (role: 'system' | 'user' | 'assistant', { body }: RecordedRequest): string =>
  body.messages
    .filter((message) => message.role === role)
    .map(({ content }) => content)
    .join('\n');

/** The body as JSON, or undefined when it is none. */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await text(request));
  } catch {
    return undefined;
  }
}

const Knowledge = z.array(z.looseObject({ id: z.string(), content: z.string().default('') })).catch([]);
const Findings = z.array(z.object({ key: z.string(), category: z.string(), priority: z.string(), sentence: z.string() }));
const Brief = z.union([
  z.object({ customer_message: z.string(), knowledge: Knowledge }),
  z.object({ transcript: z.string() }),
  z.object({ parts: z.array(z.looseObject({ title: z.string() })) }),
  z.object({ turns: z.array(z.object({ text: z.string() })), prompts: z.array(z.string()) }),
  z.object({ coached_calls: z.array(z.object({ title: z.string(), lines: z.string() })), findings: Findings }),
  z.object({ coached_parts: z.array(z.object({ insights: z.array(z.looseObject({})) })), findings: Findings }),
  z.object({ tone: z.string(), type: z.string(), purpose: z.string().nullable() }),
]);
export type Brief = z.output<typeof Brief>;

/** The JSON data in the last user message, if it carries any: what an answer can be derived from. */
export function briefIn({ messages }: ChatRequest): Brief {
  for (const { role, content } of messages.toReversed()) {
    const line = role === 'user' && content.split('\n').find((candidate) => candidate.startsWith('{'));
    if (!line) continue;
    try {
      return Brief.parse(JSON.parse(line));
    } catch {}
  }
  return { customer_message: messages.at(-1)?.content ?? '', knowledge: [] };
}
