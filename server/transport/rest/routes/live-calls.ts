import { z } from 'zod';
import { CallId } from '#contract/live-call-input.ts';
import { NotFound } from '#domain/failures.ts';
import type { CoachingPrompt } from '#domain/live-call/rules/coaching-prompts.ts';
import { type LiveCall, visiblePrompts } from '#domain/live-call/stored-call.ts';
import { PRICES } from '#domain/prices.ts';
import { Nothing, route } from '../route.ts';

const ByCallId = z.object({ callId: CallId });

/** Clients of these routes calculate with the numbers: what could not be counted is 0, a sentiment nobody knows is neutral. */
const presentCall = ({ id, callId, status, duration, gauges, promptState, cards, tips }: LiveCall) => {
  const shown = visiblePrompts(promptState.prompts);
  const of = (kind: CoachingPrompt['kind']) => shown.filter((prompt) => prompt.kind === kind);
  const withCard = ({ id, text }: CoachingPrompt): string => {
    const card = cards.find(({ promptId }) => promptId === id);
    return card ? `${text} ${card.title}: ${card.excerpt}` : text;
  };
  return {
    id,
    callId,
    status,
    duration,
    metrics: {
      questionRatio: gauges.questionRatio ?? 0,
      sentimentScore: gauges.sentimentScore ?? 0.5,
      wordCount: gauges.wordCount,
      engagementLevel: gauges.engagementLevel ?? 0,
    },
    urgentAlerts: of('urgent').map(({ text }) => text),
    insights: of('insight').map(withCard),
    recommendations: [...of('tip').map(({ text }) => text), ...tips.map(({ text }) => text)],
  };
};

export const liveCallRoutes = [
  route({
    method: 'POST',
    path: '/api/coaching/real-time/start',
    description:
      'Starts a call with the client’s own callId, or continues a call in progress. `userId` is ignored: the call belongs to the signed-in user.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) => presentCall(await services.liveCalls.start(viewer, body)),
  }),
  route({
    method: 'GET',
    path: '/api/coaching/real-time/:callId',
    price: PRICES.frequent,
    description: 'Returns metrics, urgentAlerts, insights and recommendations of your call.',
    params: ByCallId,
    query: Nothing,
    run: async ({ services, viewer, params: { callId } }) => {
      const call = await services.liveCalls.findByCallId(viewer, callId);
      if (!call) throw new NotFound('Live call', callId);
      return presentCall(call);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/coaching/real-time/:callId/update',
    price: PRICES.frequent,
    description: 'Updates the call with the transcript so far, or with segments, and the duration in seconds. Returns the same as GET.',
    params: ByCallId,
    query: Nothing,
    run: async ({ services, viewer, params: { callId }, body }) =>
      presentCall(await services.liveCalls.update(viewer, await services.liveCalls.ownId(viewer, callId), body)),
  }),
  route({
    method: 'PUT',
    path: '/api/coaching/real-time/:callId/complete',
    description:
      'Ends the call with finalTranscript and duration, and stores and analyzes it as a transcription. Also returns transcriptionId.',
    params: ByCallId,
    query: Nothing,
    run: async ({ services, viewer, params: { callId }, body }) => {
      const call = await services.liveCalls.complete(viewer, await services.liveCalls.ownId(viewer, callId), body);
      return { ...presentCall(call), transcriptionId: call.transcriptionId };
    },
  }),
];
