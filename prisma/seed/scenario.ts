import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import type { DemoData } from './demo-data.ts';
import type { Moment } from './moment.ts';

/** The clock of the demo data, and the ids of what was created so far by the keys of the files. */
export interface Scenario {
  /** Shows the moment of the current step. */
  readonly clock: Clock;
  at(moment: Moment): Date;
  setClock(moment: Moment): void;
  readonly people: Map<string, Viewer>;
  readonly customers: Map<string, string>;
  readonly leads: Map<string, string>;
  readonly calls: Map<string, string>;
}

/** What a step needs to be carried out. */
export interface SeedContext {
  readonly data: DemoData;
  readonly scenario: Scenario;
  readonly services: Services;
  readonly db: Database;
  readonly newId: NewId;
}

/** Something that happens at a moment of the demo data. */
export interface Step {
  readonly at: Moment;
  run(): Promise<unknown>;
}

export function createScenario(now: Date): Scenario {
  let current = now;
  const at = ({ minutesBefore }: Moment) => new Date(now.getTime() - minutesBefore * 60_000);
  return {
    clock: { now: () => current },
    at,
    setClock: (moment) => {
      current = at(moment);
    },
    people: new Map(),
    customers: new Map(),
    leads: new Map(),
    calls: new Map(),
  };
}

/** Runs the steps in the order of their moments, so that ids and events are in the order of time. */
export async function runSteps(scenario: Scenario, steps: readonly Step[]): Promise<void> {
  for (const step of steps.toSorted((one, other) => other.at.minutesBefore - one.at.minutesBefore)) {
    scenario.setClock(step.at);
    await step.run();
  }
}

/** The value of a key. Throws for a key that no file has. */
export function getByKey<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo data have no ${key}`);
  return value;
}
