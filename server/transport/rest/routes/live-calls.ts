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
    does: 'Begins a call by the client’s own callId; one that runs already goes on. `userId` is ignored: a call is the signed-in person’s.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) => presentCall(await services.liveCalls.start(viewer, body)),
  }),
  route({
    method: 'GET',
    path: '/api/coaching/real-time/:callId',
    price: PRICES.frequent,
    does: 'Answers metrics, urgentAlerts, insights and recommendations of the viewer’s call.',
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
    does: 'Takes the transcript so far, or segments, and the duration in seconds; answers as the GET does.',
    params: ByCallId,
    query: Nothing,
    run: async ({ services, viewer, params: { callId }, body }) =>
      presentCall(await services.liveCalls.update(viewer, await services.liveCalls.ownId(viewer, callId), body)),
  }),
  route({
    method: 'PUT',
    path: '/api/coaching/real-time/:callId/complete',
    does: 'Ends the call with finalTranscript and duration; it is stored as a transcription and analyzed. Answers also transcriptionId.',
    params: ByCallId,
    query: Nothing,
    run: async ({ services, viewer, params: { callId }, body }) => {
      const call = await services.liveCalls.complete(viewer, await services.liveCalls.ownId(viewer, callId), body);
      return { ...presentCall(call), transcriptionId: call.transcriptionId };
    },
  }),
];
