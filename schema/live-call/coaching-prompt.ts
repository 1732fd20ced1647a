import type { ShownPrompt } from '#domain/live-call/rules/coaching-prompts.ts';
import type { LiveCall, ModelTip as ModelTipRow, ObjectionCard } from '#domain/live-call/stored-call.ts';
import type { LiveCallNote } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { CoachingRuleKey, CoachingRuleKind } from '../coaching/coaching-rule.ts';

const Card = builder.objectRef<ObjectionCard>('ObjectionCard').implement({
  description: 'What answers the customer’s words, from the training data.',
  fields: (t) => ({
    topic: t.exposeString('topic', { description: '`price`, `competitor`, `timing` or `decision_maker`.' }),
    trainingItemId: t.exposeID('trainingItemId', { description: 'The training item it is from.' }),
    title: t.exposeString('title', { description: 'The item’s title.' }),
    excerpt: t.exposeString('excerpt', { description: 'The beginning of what it says, at most 280 characters.' }),
  }),
});

/** A prompt with the call it belongs to, whose cards it may have. */
type PromptOfCall = ShownPrompt & { readonly call: LiveCall };

export const CoachingPrompt = builder.objectRef<PromptOfCall>('CoachingPrompt').implement({
  description: 'What the coaching rules tell a rep during a call. It is taken back when it is corrected.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Stays the same while it is shown; unique within its call.' }),
    rule: t.expose('rule', { type: CoachingRuleKey, description: 'The rule that speaks.' }),
    kind: t.expose('kind', { type: CoachingRuleKind, description: 'How it is meant.' }),
    text: t.exposeString('text', { description: 'A sentence to the rep, with its number.' }),
    value: t.exposeFloat('value', { nullable: true, description: 'What was measured, in the rule’s unit.' }),
    turn: t.exposeInt('turn', { nullable: true, description: 'The turn it rests on, from 0; null where it is about the call as a whole.' }),
    since: t.exposeInt('since', { description: 'The second of the call it came up.' }),
    withdrawn: t.exposeInt('withdrawn', {
      nullable: true,
      description: 'The second it was corrected or out of date; null while it holds.',
    }),
    dismissed: t.int({
      nullable: true,
      description: 'The second the rep put it away; null where they did not.',
      resolve: (prompt) => prompt.dismissed ?? null,
    }),
    words: t.exposeString('words', { nullable: true, description: 'The customer’s words it is about, where it is about some.' }),
    card: t.field({
      type: Card,
      nullable: true,
      description: 'What answers them; null where the training data has nothing, and in the moment before it is found.',
      resolve: ({ id, call }) => call.cards.find(({ nudge }) => nudge === id) ?? null,
    }),
  }),
});

export const ModelTip = builder.objectRef<ModelTipRow>('ModelTip').implement({
  description: 'What the model advises; it counts nothing and replaces no number.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'A sentence to the rep.' }),
    at: t.exposeInt('at', { description: 'The second of the call it was asked for.' }),
    engine: t.exposeString('engine', { description: 'The name of the model.' }),
  }),
});

export const CoachNote = builder.objectRef<LiveCallNote>('CoachNote').implement({
  description: 'A few words whispered to the rep of a running call.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    text: t.exposeString('text', { description: 'What the coach says.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who says it; null when they have left.',
      resolve: ({ authorId }, _args, { loaders: load }) => load.user(authorId),
    }),
  }),
});
