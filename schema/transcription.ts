import type { Transcription as TranscriptionRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';
import { texts } from './json.ts';

export const Priority = builder.enumType('Priority', {
  description: 'How urgent it is.',
  values: { low: { description: 'It can wait.' }, medium: { description: 'As usual.' }, high: { description: 'First.' } },
});

export const Transcription = builder.objectRef<TranscriptionRow>('Transcription').implement({
  description: 'A recorded call, as text.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same id as in REST.' }),
    title: t.exposeString('title', { nullable: true, description: 'What it was about.' }),
    content: t.exposeString('content', { description: 'Everything that was said, a line a turn.' }),
    summary: t.exposeString('summary', { nullable: true, description: 'In two or three sentences.' }),
    duration: t.exposeInt('duration', { nullable: true, description: 'Seconds.' }),
    type: t.exposeString('type', { description: '`sales` or `support`; imports may bring others.' }),
    sentiment: t.exposeString('sentiment', {
      nullable: true,
      description: '`positive`, `neutral` or `negative`; imports may bring others.',
    }),
    tags: t.stringList({ description: 'What it touches.', resolve: ({ tags }) => texts(tags) }),
    callValue: t.expose('callValue', { type: 'Decimal', nullable: true, description: 'What it may be worth, US dollars.' }),
    priority: t.expose('priority', { type: Priority, description: 'How urgent it is.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the call was.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Who called, where that is known.',
      resolve: ({ customerId }, _args, { load }) => load.customer(customerId),
    }),
  }),
});

const TranscriptionConnection = connectionOf('Transcription', Transcription);

builder.queryField('transcriptions', (t) =>
  t.field({
    type: TranscriptionConnection,
    description: 'Recorded calls, newest first.',
    args: t.arg.connectionArgs(),
    complexity: perRow,
    resolve: async (_root, page, { services }) => asConnection(await services.transcriptions.list(page)),
  }),
);
