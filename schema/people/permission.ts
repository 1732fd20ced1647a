import { ACCESS_NOUN_LABELS, ACCESS_NOUNS } from '#contract/access.ts';
import { builder } from '../builder.ts';

export const AccessNoun = builder.enumType('AccessNoun', {
  description: 'What permissions are given for.',
  values: Object.fromEntries(ACCESS_NOUNS.map((noun) => [noun, { value: noun, description: ACCESS_NOUN_LABELS[noun] }])),
});

export const AccessAction = builder.enumType('AccessAction', {
  description: 'What one may do with rows of a noun.',
  values: {
    read: { description: 'See them.' },
    change: { description: 'Add and change them.' },
    delete: { description: 'Delete them.' },
    export: { description: 'Download them as a file.' },
    import: { description: 'Add and change them by a file.' },
    configure: { description: 'Change the settings.' },
  },
});

export const AccessScope = builder.enumType('AccessScope', {
  description: 'Whose rows.',
  values: {
    own: { description: 'One’s own.' },
    team: { description: 'Those of one’s team and the teams below it.' },
    all: { description: 'All, also those of nobody.' },
  },
});
