import type { Services } from '#server/services.ts';
import { COACHING_SESSIONS } from '../world/coaching.ts';
import type { WorldCoachingSession } from '../world/types.ts';
import { type Act, named, type Story } from './story.ts';

interface Stage {
  readonly story: Story;
  readonly services: Services;
}

/** Reviews of calls, and what was put to use of them since. */
export const coaching = (stage: Stage): Act[] => COACHING_SESSIONS.flatMap((session) => reviewing(stage, session));

function reviewing({ story, services }: Stage, { person, title, calls, created, implemented }: WorldCoachingSession): Act[] {
  const found = Promise.withResolvers<Awaited<ReturnType<Services['coaching']['analyze']>>>();
  const review: Act = {
    at: created,
    run: async () => {
      const transcriptionIds = calls.map((key) => named(story.calls, key));
      found.resolve(await services.coaching.analyze(named(story.people, person), { transcriptionIds, title }));
    },
  };
  const uses = implemented.map(
    ({ metric, at }): Act => ({
      at,
      run: async () => {
        const { insights } = await found.promise;
        const byMetric = new Map(insights.map((insight) => [insight.metric ?? '', insight]));
        await services.coaching.updateInsight(named(story.people, person), named(byMetric, metric).id, { isImplemented: true });
      },
    }),
  );
  return [review, ...uses];
}
