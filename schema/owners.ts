import { OWNERS } from '#contract/owners.ts';
import { builder } from './builder.ts';

const DESCRIPTIONS = {
  MINE: 'Their own.',
  TEAM: 'Their own, and those of people in their team and the teams below it.',
  EVERYONE: 'All that they may see, also those that belong to nobody.',
} as const;

export const Owners = builder.enumType('Owners', {
  description: 'Whose rows are shown, of those that the viewer may see.',
  values: Object.fromEntries(OWNERS.map((owners) => [owners, { value: owners, description: DESCRIPTIONS[owners] }])),
});

/** The argument that narrows a list or a screen to the viewer's own rows, or those of their team. */
export const ownersArg = () =>
  builder.args((t) => ({
    owners: t.field({ type: Owners, description: 'Whose rows, as seen by the viewer. Omitted: everyone’s.' }),
  }));
