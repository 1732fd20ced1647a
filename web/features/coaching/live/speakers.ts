import type { Speaker } from '#web/gql/graphql.ts';

/** Whose words they are. */
export type Spoken = Speaker;

/** The two who speak in a call, as its transcript names them. */
export const SPEAKER_LABELS = { rep: 'Rep', customer: 'Customer' } as const satisfies Record<Speaker, string>;
export const SPEAKERS = ['rep', 'customer'] as const satisfies readonly Speaker[];
