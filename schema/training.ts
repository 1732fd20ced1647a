import type { TrainingItem as TrainingItemRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';

const TrainingCategory = builder.enumType('TrainingCategory', {
  description: 'What kind of training item it is.',
  values: {
    transcription: { description: 'From a recorded call.' },
    response: { description: 'An answer that worked.' },
    email: { description: 'An email that worked.' },
    knowledge: { description: 'Facts about products and rules.' },
  },
});

export const TrainingItem = builder.objectRef<TrainingItemRow>('TrainingItem').implement({
  description: 'Something the assistant answers from.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same id as in REST.' }),
    title: t.exposeString('title', { description: 'What it is about.' }),
    content: t.exposeString('content', { description: 'What the assistant may say.' }),
    category: t.expose('category', { type: TrainingCategory, description: 'What kind it is.' }),
    usageCount: t.exposeInt('usageCount', { description: 'How many answers cite it.' }),
    effectivenessScore: t.exposeInt('effectivenessScore', {
      nullable: true,
      description: 'Of the answers that cite it, how many in a hundred were used; null until one cites it.',
    }),
  }),
});
