import type { Services } from '#server/services.ts';
import { COACHING_SESSIONS } from '../world/coaching.ts';
import type { WorldCoachingSession } from '../world/types.ts';
import { named, type Scenario, type Step } from './scenario.ts';

interface Stage {
  readonly story: Scenario;
  readonly services: Services;
}

/** Reviews of calls, and what was put to use of them since. */
export const coaching = (stage: Stage): Step[] => COACHING_SESSIONS.flatMap((session) => reviewing(stage, session));

function reviewing({ story, services }: Stage, { person, title, calls, created, implemented }: WorldCoachingSession): Step[] {
  const found = Promise.withResolvers<Awaited<ReturnType<Services['coaching']['analyze']>>>();
  const review: Step = {
    at: created,
    run: async () => {
      const transcriptionIds = calls.map((key) => named(story.calls, key));
      found.resolve(await services.coaching.analyze(named(story.people, person), { transcriptionIds, title }));
    },
  };
  const uses = implemented.map(
    ({ metric, at }): Step => ({
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
