import type { Speaker } from '#web/gql/graphql.ts';

/** The two who speak in a call. */
export const SPEAKER_LABELS = { rep: 'Rep', customer: 'Customer' } as const satisfies Record<Speaker, string>;

/** Where a turn of the dialogue stands, for leading there. */
export const turnId = (turn: number): string => `turn-${turn}`;
