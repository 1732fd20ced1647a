/** Where "now" comes from, so that tests and the demo world can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
