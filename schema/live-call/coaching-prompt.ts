import type { CoachingPrompt as CoachingPromptRow } from '#domain/live-call/rules/coaching-prompts.ts';
import type { LiveCall, ModelTip as ModelTipRow, ObjectionCard } from '#domain/live-call/stored-call.ts';
import type { LiveCallNote } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { CoachingRuleKey, CoachingRuleKind } from '../coaching/coaching-rule.ts';

const Card = builder.objectRef<ObjectionCard>('ObjectionCard').implement({
  description: 'A training item that answers what the customer said.',
  fields: (t) => ({
    topic: t.exposeString('topic', { description: '`price`, `competitor`, `timing` or `decision_maker`.' }),
    trainingItemId: t.exposeID('trainingItemId', { description: 'Id of the training item.' }),
    title: t.exposeString('title', { description: 'Title of the item.' }),
    excerpt: t.exposeString('excerpt', { description: 'The beginning of its content, at most 280 characters.' }),
  }),
});

/** A prompt with the call it belongs to, whose cards it may have. */
type PromptOfCall = CoachingPromptRow & { readonly call: LiveCall };

export const CoachingPrompt = builder.objectRef<PromptOfCall>('CoachingPrompt').implement({
  description: 'A prompt to the rep during a call. It is withdrawn when it no longer applies.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique within its call.' }),
    rule: t.expose('rule', { type: CoachingRuleKey, description: 'The rule that triggered it.' }),
    kind: t.expose('kind', { type: CoachingRuleKind, description: 'How it is shown.' }),
    text: t.exposeString('text', { description: 'One sentence to the rep, with the measured value.' }),
    value: t.exposeFloat('value', { nullable: true, description: 'The measured value in the unit of the rule; null for a card.' }),
    turn: t.exposeInt('turn', {
      nullable: true,
      description: 'Index of the turn it is about, from 0; null when it is about the whole call.',
    }),
    since: t.exposeInt('since', { description: 'Second of the call at which it was shown.' }),
    withdrawn: t.exposeInt('withdrawn', {
      nullable: true,
      description: 'Second of the call at which it no longer applied; null while it applies.',
    }),
    dismissed: t.int({
      nullable: true,
      description: 'Second of the call at which the rep dismissed it; null when they have not.',
      resolve: (prompt) => prompt.dismissed ?? null,
    }),
    words: t.exposeString('words', { nullable: true, description: 'The customer’s words on a card; null for other prompts.' }),
    card: t.field({
      type: Card,
      nullable: true,
      description: 'The training item that answers them; null until it is found, or when none matches.',
      resolve: ({ id, call }) => call.cards.find(({ promptId }) => promptId === id) ?? null,
    }),
  }),
});

export const ModelTip = builder.objectRef<ModelTipRow>('ModelTip').implement({
  description: 'A tip of the model, in addition to the rules.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'One sentence to the rep.' }),
    at: t.exposeInt('at', { description: 'Second of the call at which it was requested.' }),
    engine: t.exposeString('engine', { description: 'The name of the model.' }),
  }),
});

export const CoachNote = builder.objectRef<LiveCallNote>('CoachNote').implement({
  description: 'A note from a coach to the rep of a call in progress. The customer does not see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    text: t.exposeString('text', { description: 'Text of the note.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent, UTC.' }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'The coach; null when the user was deleted.',
      resolve: ({ authorId }, _args, { loaders }) => loaders.user(authorId),
    }),
  }),
});
