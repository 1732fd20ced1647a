import { TRAINING_LIMITS } from '#contract/training.ts';
import { Invalid, NotFound } from '#domain/failures.ts';
import { PRICES } from '#domain/prices.ts';
import type { PendingProposal } from '#domain/training/phrasing-proposals.ts';
import type { UnansweredExample, UnansweredGroup } from '#domain/training/unanswered-questions.ts';
import { NOBODY } from '#domain/viewer.ts';
import { AiResponse, findReply } from './assistant.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';
import { TRAINING_CHANGES, TrainingItem } from './training.ts';

const STATES = {
  pending: { description: 'Nobody has decided yet.' },
  accepted: { description: 'It is a phrasing of the item.' },
  declined: { description: 'It is not proposed again.' },
} as const;

const isState = (state: string): state is keyof typeof STATES => state in STATES;

const ProposalState = builder.enumType('ProposalState', { description: 'What became of a proposal.', values: STATES });

const PhrasingProposal = builder.objectRef<PendingProposal>('PhrasingProposal').implement({
  description: 'A question of replies that were used, proposed as another way to ask for the item that answered it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    text: t.exposeString('text', { description: 'The question in the customer’s words, without personal data.' }),
    count: t.exposeInt('count', { description: 'Number of used replies to this question.' }),
    state: t.field({
      type: ProposalState,
      description: 'What became of it.',
      resolve: ({ state }) => (isState(state) ? state : 'pending'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first proposed, UTC.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last proposed or decided, UTC.' }),
    trainingItem: t.expose('trainingItem', { type: TrainingItem, description: 'The item that answered it.' }),
  }),
});

const UnansweredQuestionExample = builder.objectRef<UnansweredExample>('UnansweredQuestionExample').implement({
  description: 'A message with an unanswered question.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    text: t.exposeString('text', { description: 'The question in the customer’s words.' }),
    askedAt: t.expose('askedAt', { type: 'DateTime', description: 'When the message was answered, UTC.' }),
    response: t.field({
      type: AiResponse,
      nullable: true,
      description: 'The reply that had no answer to it, with the message.',
      resolve: ({ responseId }, _args, context) => findReply(responseId, context),
    }),
  }),
});

const EXAMPLES = 3;

const UnansweredQuestion = builder.objectRef<UnansweredGroup>('UnansweredQuestion').implement({
  description: 'A question, in one or several wordings, that no training item answers.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the newest time it was asked.' }),
    question: t.exposeString('question', { description: 'The most frequent wording.' }),
    wordings: t.stringList({
      description: 'The other wordings, most frequent first, at most 50.',
      resolve: ({ wordings }) => wordings.slice(0, TRAINING_LIMITS.phrasings),
    }),
    count: t.exposeInt('count', { description: 'How often it was asked.' }),
    lastAskedAt: t.expose('lastAskedAt', { type: 'DateTime', description: 'When it was last asked, UTC.' }),
    examples: t.field({
      type: [UnansweredQuestionExample],
      description: 'The newest times it was asked, at most three.',
      complexity: { field: 1, multiplier: EXAMPLES },
      resolve: ({ asked }) => asked.slice(0, EXAMPLES),
    }),
  }),
});

/** What lists of up to 50 rows are priced at. */
const FIFTY_ROWS = { field: PRICES.usual, multiplier: 50 };

builder.queryFields((t) => ({
  phrasingProposals: t.field({
    type: [PhrasingProposal],
    description: 'Pending proposals of other ways to ask for training items, most frequent first; at most 50.',
    complexity: FIFTY_ROWS,
    resolve: (_root, _args, { services, viewer }) => services.phrasingProposals.pending(viewer ?? NOBODY),
  }),
  unansweredQuestions: t.field({
    type: [UnansweredQuestion],
    description:
      'Questions of the last 90 days that replies could not answer and no training item answers now, without dismissed ones, grouped by meaning, most frequent first; at most 50 groups of the newest 2,000 questions.',
    complexity: { field: PRICES.assistant, multiplier: 50 },
    resolve: (_root, _args, { services, viewer }) => services.unansweredQuestions.list(viewer ?? NOBODY),
  }),
}));

const DECISION_ID = { required: true, description: 'Id of the proposal.' } as const;
const QUESTION_ID = { required: true, description: 'Id of any time it was asked.' } as const;

builder.mutationFields((t) => ({
  acceptPhrasing: t.withAuth({ signedIn: true }).field({
    type: PhrasingProposal,
    errors: { types: [Invalid, NotFound] },
    description: 'Accept a proposal: the question becomes another way to ask for the item. One that was decided stays as it is.',
    args: { id: t.arg.id(DECISION_ID) },
    resolve: (_root, { id }, { services, viewer }) => services.phrasingProposals.accept(viewer, id),
  }),
  declinePhrasing: t.withAuth({ signedIn: true }).field({
    type: PhrasingProposal,
    errors: { types: [NotFound] },
    description: 'Decline a proposal: the question is not proposed for the item again. One that was decided stays as it is.',
    args: { id: t.arg.id(DECISION_ID) },
    resolve: (_root, { id }, { services, viewer }) => services.phrasingProposals.decline(viewer, id),
  }),
  dismissUnansweredQuestion: t.withAuth({ signedIn: true }).field({
    type: UnansweredQuestion,
    errors: { types: [NotFound] },
    description: 'Take a question off the list of unanswered ones until it is asked again, in whatever wording.',
    complexity: PRICES.assistant,
    args: { id: t.arg.id(QUESTION_ID) },
    resolve: (_root, { id }, { services, viewer }) => services.unansweredQuestions.dismiss(viewer, id),
  }),
  restoreUnansweredQuestion: t.withAuth({ signedIn: true }).field({
    type: UnansweredQuestion,
    errors: { types: [NotFound] },
    description: 'Put a dismissed question back on the list.',
    complexity: PRICES.assistant,
    args: { id: t.arg.id(QUESTION_ID) },
    resolve: (_root, { id }, { services, viewer }) => services.unansweredQuestions.restore(viewer, id),
  }),
}));

changeSubscription({
  noun: 'UnansweredQuestion',
  subscription: 'unansweredQuestionsChanged',
  kinds: {
    // A change of the knowledge may answer some of them.
    ...TRAINING_CHANGES,
    'unanswered_question.dismissed': 'deleted',
    'unanswered_question.restored': 'created',
  },
});
