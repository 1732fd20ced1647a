import type { Clock } from '#server/clock.ts';
import type { Viewer } from '#server/domain/viewer.ts';
import { minutesBefore } from '../world/moment.ts';
import type { Moment } from '../world/types.ts';

/** Something that happens at a moment of the story. */
export interface Step {
  readonly at: Moment;
  run(): Promise<unknown>;
}

/** The story's time and the people and things that have come up in it, by the keys of the world. */
export interface Scenario {
  /** Stands at the moment being told. */
  readonly clock: Clock;
  at(moment: Moment): Date;
  set(moment: Moment): void;
  readonly people: Map<string, Viewer>;
  readonly customers: Map<string, string>;
  readonly leads: Map<string, string>;
  readonly calls: Map<string, string>;
}

export function beginScenario(now: Date): Scenario {
  let told = now;
  const at = (moment: Moment) => new Date(now.getTime() - minutesBefore(moment) * 60_000);
  return {
    clock: { now: () => told },
    at,
    set: (moment) => {
      told = at(moment);
    },
    people: new Map(),
    customers: new Map(),
    leads: new Map(),
    calls: new Map(),
  };
}

/** Tells the acts in the order of their moments, so that ids and events come in the order of the story. */
export async function tell(story: Scenario, acts: readonly Step[]): Promise<void> {
  const inOrder = acts.toSorted((one, other) => minutesBefore(other.at) - minutesBefore(one.at));
  for (const act of inOrder) {
    story.set(act.at);
    await act.run();
  }
}

/** What a key stands for; a world that refers to nothing is a mistake in the world. */
export function named<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo world knows no ${key}`);
  return value;
}
