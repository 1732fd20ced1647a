/** Whose rows a screen shows, of those that somebody may see. */
export const OWNERS = ['MINE', 'TEAM', 'EVERYONE'] as const;
export type Owners = (typeof OWNERS)[number];

export const OWNERS_LABELS = { MINE: 'Mine', TEAM: 'My team', EVERYONE: 'Everyone' } as const satisfies Record<Owners, string>;
