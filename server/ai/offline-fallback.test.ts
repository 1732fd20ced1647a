import { describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import { replyRequest } from './assistant-contract.ts';
import { offlineAssistant } from './offline/assistant.ts';
import { withFallback } from './offline-fallback.ts';
import type { Assistant } from './port.ts';

const offline = offlineAssistant();
const REASON = 'The assistant took too long to answer. Please try again.';
const failing = (error: Error): Assistant => ({
  ...offline,
  engine: 'model',
  reply: () => Promise.reject(error),
  draftEmail: () => Promise.reject(error),
});
const BRIEF = { type: 'welcome', tone: 'formal', purpose: null, context: null, knowledge: [] } as const;

describe('a model that fails', () => {
  it('is replaced by the offline assistant, which says so and why', async () => {
    const assistant = withFallback(failing(new AssistantUnavailable(REASON)), offline);
    const heard: string[] = [];
    const reply = await assistant.reply(replyRequest(), { onText: (text) => heard.push(text) });
    expect(reply).toEqual({ ...(await offline.reply(replyRequest())), fallbackReason: REASON });
    expect(heard.at(-1)).toBe(reply.response);
    expect(await assistant.draftEmail(BRIEF)).toEqual({ ...(await offline.draftEmail(BRIEF)), fallbackReason: REASON });
  });

  it('for a fault of ours fails', async () => {
    await expect(withFallback(failing(new TypeError('x')), offline).reply(replyRequest())).rejects.toThrow(TypeError);
  });

  it('for somebody who has left is replaced by nobody', async () => {
    const assistant = withFallback(failing(new AssistantUnavailable(REASON)), offline);
    await expect(assistant.reply(replyRequest(), { signal: AbortSignal.abort() })).rejects.not.toBeInstanceOf(AssistantUnavailable);
  });

  it('is not replaced by itself', () => {
    expect(withFallback(offline, offline)).toBe(offline);
  });
});
