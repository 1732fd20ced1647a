/** Whose rows a screen shows, of those that somebody may see. */
export const OWNERS = ['mine', 'team', 'everyone'] as const;
export type Owners = (typeof OWNERS)[number];

export const OWNERS_LABELS = { mine: 'Mine', team: 'My team', everyone: 'Everyone' } as const satisfies Record<Owners, string>;
