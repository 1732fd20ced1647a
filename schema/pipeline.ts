import { LEAD_STAGES, STAGE_LABELS, type LeadStage as Stage } from '#contract/lead.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES, type EventType } from '#domain/domain-events.ts';
import type { ColumnTotals } from '#domain/lead/queries.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { asConnection, perRow } from './connection.ts';
import { Lead, LeadConnection, LeadStage } from './lead.ts';

const CARDS = 50;

const PipelineColumn = builder.objectRef<ColumnTotals>('PipelineColumn').implement({
  description: 'A column of the board.',
  fields: (t) => ({
    stage: t.expose('stage', { type: LeadStage, description: 'Which one.' }),
    label: t.string({ description: 'Its title.', resolve: ({ stage }) => STAGE_LABELS[stage] }),
    count: t.exposeInt('count', { description: 'How many leads stand in it.' }),
    value: t.expose('value', { type: 'Decimal', description: 'What they are worth together, US dollars.' }),
    leads: t.field({
      type: LeadConnection,
      description: 'Its leads, the most recently arrived first; 50 when nothing is said.',
      args: {
        first: t.arg.int({ defaultValue: CARDS, description: 'How many, at most 100.' }),
        after: t.arg.string({ description: 'Go on after this cursor.' }),
      },
      complexity: perRow,
      resolve: async ({ stage }, { first, after }, { loaders }) =>
        asConnection(await loaders.boardColumn(stage, first ?? CARDS, after ?? null)),
    }),
  }),
});

const Pipeline = builder.objectRef<{ readonly cursor: bigint }>('Pipeline').implement({
  description: 'The board.',
  fields: (t) => ({
    columns: t.field({
      type: [PipelineColumn],
      description: 'Its columns, left to right.',
      args: { stages: t.arg({ type: [LeadStage], description: 'Only these; all six when left out.' }) },
      complexity: ({ stages }) => ({ field: 1, multiplier: stages?.length ?? LEAD_STAGES.length }),
      resolve: async (_board, { stages }, { services }) => {
        const columns = await services.leads.totals();
        return columns.filter(({ stage }) => stages?.includes(stage) ?? true);
      },
    }),
    cursor: t.expose('cursor', {
      type: 'EventCursor',
      description: 'Where to start listening, so that nothing after this answer is missed.',
    }),
  }),
});

const KINDS = {
  'lead.created': 'created',
  'lead.moved': 'moved',
  'lead.updated': 'updated',
  // A part of an import is told of as a whole: a change for each of its leads would drown the board.
  'leads.imported': 'imported',
  'leads.import_undone': 'imported',
} as const satisfies Partial<Record<EventType, string>>;
type PipelineKind = keyof typeof KINDS;

const PipelineChangeKind = builder.enumType('PipelineChangeKind', {
  description: 'What happened to a lead, or to many.',
  values: {
    created: { description: 'It is new.' },
    moved: { description: 'It went to another column.' },
    updated: { description: 'Something about it changed.' },
    imported: { description: 'An import brought many in, or took them back: ask for the cards again.' },
  },
});

const PipelineChange = builder.objectRef<SequencedEvent>('PipelineChange').implement({
  description: 'One change of the board.',
  fields: (t) => ({
    cursor: t.field({
      type: 'EventCursor',
      description: 'Its place in the order of events; continue after it.',
      resolve: ({ seq }) => seq,
    }),
    kind: t.field({
      type: PipelineChangeKind,
      description: 'What happened.',
      resolve: ({ kind }) => KINDS[isPipelineKind(kind) ? kind : 'lead.updated'],
    }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead as it is now; null when it is gone, and where an import brought many.',
      resolve: ({ subjectId }, _args, { loaders: load }) => load.lead(subjectId),
    }),
    from: t.field({
      type: LeadStage,
      nullable: true,
      description: 'Where it was; null unless it moved.',
      resolve: ({ data }) => stageIn(data.from),
    }),
    to: t.field({
      type: LeadStage,
      nullable: true,
      description: 'Where it went, or where it came in.',
      resolve: ({ data }) => stageIn(data.to ?? data.stage),
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the system.',
      resolve: ({ actorId }, _args, { loaders: load }) => load.user(actorId),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    columns: t.field({
      type: [PipelineColumn],
      complexity: { field: 1, multiplier: LEAD_STAGES.length },
      description: 'The columns it touched, counted now; all of them where an import brought many.',
      resolve: async ({ kind, data }, _args, { services }) => {
        const totals = await services.leads.currentTotals();
        const touched = [data.from, data.to, data.stage];
        return isPipelineKind(kind) && KINDS[kind] === 'imported' ? [...totals] : totals.filter(({ stage }) => touched.includes(stage));
      },
    }),
  }),
});

const isPipelineKind = (kind: string): kind is PipelineKind => kind in KINDS;
const PIPELINE_KINDS = EVENT_TYPES.filter(isPipelineKind);
const stageIn = (value: unknown): Stage | null => LEAD_STAGES.find((stage) => stage === value) ?? null;

builder.queryField('pipeline', (t) =>
  t.field({
    type: Pipeline,
    description: 'The board: six columns with their counts, sums and cards.',
    // The cursor first: what happens while the rest is read is then delivered once more, never lost.
    resolve: async (_root, _args, { services }) => ({ cursor: await services.activity.head() }),
  }),
);

builder.subscriptionField('pipelineChanged', (t) =>
  t.field({
    type: PipelineChange,
    description:
      'Every change of the board after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for the pipeline again.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }) },
    // Everyone sees the same board, so one answer to an event serves all who asked alike.
    extensions: { shared: true },
    subscribe: (_root, { after }, { subscribeFrom: follow }) => follow({ after: after ?? null, kinds: PIPELINE_KINDS }),
    resolve: (event) => event,
  }),
);
