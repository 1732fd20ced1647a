import type { UsageSum } from '#domain/assistant/usage.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';

const AssistantTask = builder.enumType('AssistantTask', {
  description: 'What a model was asked to do.',
  values: {
    reply: { description: 'Write a reply to a customer.' },
    analysis: { description: 'Analyse a call.' },
    email: { description: 'Write an email template.' },
    advice: { description: 'Advise in a running call.' },
    coaching: { description: 'Coach on finished calls.' },
    embedding: { description: 'Embed training items and messages.' },
  },
});

const AssistantCost = builder.objectRef<UsageSum>('AssistantCost').implement({
  description: 'What the answers of one model to one person for one task came to. Requests that failed are not counted.',
  fields: (t) => ({
    task: t.field({
      type: 'String',
      description: 'The task: `reply`, `analysis`, `email`, `advice`, `coaching` or `embedding`.',
      resolve: ({ task }) => task,
    }),
    model: t.exposeString('model', { description: 'The model, as it calls itself.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'Who asked; null for the server’s own work and for people who are gone.',
      resolve: ({ userId }, _args, { loaders }) => (userId === null ? null : loaders.user(userId)),
    }),
    requests: t.exposeInt('requests', { description: 'Answers.' }),
    pricedRequests: t.exposeInt('priced', { description: 'Answers whose cost is known.' }),
    promptTokens: t.exposeFloat('promptTokens', { description: 'Tokens sent, as the model’s server counted them.' }),
    completionTokens: t.exposeFloat('completionTokens', { description: 'Tokens answered, thinking included.' }),
    cost: t.exposeString('cost', {
      nullable: true,
      description: 'US dollars with six decimals, such as `0.012500`, by the prices set when it was answered; null where none is known.',
    }),
  }),
});

builder.queryField('assistantCosts', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [AssistantCost],
    description: 'What the answers of models cost, by task, person and model, the most requests first; at most 500 rows. Empty offline.',
    complexity: { field: 50, multiplier: 20 },
    args: {
      from: t.arg({ type: 'DateTime', description: 'First moment, inclusive. Omitted: since the beginning.' }),
      to: t.arg({ type: 'DateTime', description: 'End, exclusive. Omitted: until now.' }),
      task: t.arg({ type: AssistantTask, description: 'Only this task. Omitted: all.' }),
      userId: t.arg.id({ description: 'Only this person. Omitted: everybody.' }),
    },
    resolve: async (_root, { from, to, task, userId }, { services, viewer }) => {
      const filter = { from: from ?? null, to: to ?? null, task: task ?? null, userId: userId ?? null };
      return [...(await services.assistantUsage.list(viewer, filter))];
    },
  }),
);
