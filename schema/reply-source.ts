import { type ReplySourceKind as Kind, PASSAGE_LENGTH, type TextRange as Range } from '#contract/assistant.ts';
import { readRanges } from '#domain/assistant/service.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { rowById } from '#domain/query/nested-lists.ts';
import type { ReplySource as ReplySourceRow } from '#prisma/generated/client.ts';
import { AiResponse } from './assistant.ts';
import { builder } from './builder.ts';
import { Lead } from './lead.ts';
import { findOrder, Order } from './order/order.ts';
import { findTrainingItem, TrainingItem } from './training.ts';
import { Transcription } from './transcription/transcription.ts';

const ReplySourceKind = builder.enumType('ReplySourceKind', {
  description: 'What a part of a reply can rest on.',
  values: {
    training_item: { description: 'A training item.' },
    order: { description: 'An order of the customer.' },
    lead: { description: 'A lead of the customer.' },
    transcription: { description: 'A call with the customer.' },
  } satisfies Record<Kind, { description: string }>,
});

const TextRange = builder.objectRef<Range>('TextRange').implement({
  description: 'A part of a text, in UTF-16 code units: what `text.slice(start, end)` returns in JavaScript.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Where it begins, from 0.' }),
    end: t.exposeInt('end', { description: 'Where it ends: the position after its last code unit.' }),
  }),
});

const findLead = rowById(ENTITIES.lead);
const findTranscription = rowById(ENTITIES.transcription);

const ReplySource = builder.objectRef<ReplySourceRow>('ReplySource').implement({
  description: 'What a part of a reply rests on, in the words it had when the reply was written.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ReplySourceKind, description: 'What it is.' }),
    title: t.exposeString('title', { description: 'Its title, such as `Returns` or `Order #1042`.' }),
    passage: t.exposeString('passage', {
      description: `The words the reply rests on, copied from the source, at most ${PASSAGE_LENGTH} characters; "…" where words are left out.`,
    }),
    ranges: t.field({
      type: [TextRange],
      description: 'The sentences of the reply that rest on it, in their order; empty when that cannot be determined.',
      resolve: ({ ranges }) => [...readRanges(ranges)],
    }),
    trainingItem: t.field({
      type: TrainingItem,
      nullable: true,
      description: 'The training item; null when it is another kind or was deleted.',
      resolve: ({ trainingItemId }, _args, context) => findTrainingItem(trainingItemId, context),
    }),
    order: t.field({
      type: Order,
      nullable: true,
      description: 'The order; null when it is another kind or was deleted.',
      resolve: ({ orderId }, _args, context) => findOrder(orderId, context),
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead; null when it is another kind or was deleted.',
      resolve: ({ leadId }, _args, context) => findLead(leadId, context),
    }),
    transcription: t.field({
      type: Transcription,
      nullable: true,
      description: 'The call; null when it is another kind or was deleted.',
      resolve: ({ transcriptionId }, _args, context) => findTranscription(transcriptionId, context),
    }),
  }),
});

builder.objectField(AiResponse, 'sources', (t) =>
  t.field({
    type: [ReplySource],
    description: 'What it rests on, most important first: training items and records of the customer, with the sentences that use them.',
    resolve: async ({ id }, _args, { loaders }) => [...(await loaders.replySources(id))],
  }),
);
