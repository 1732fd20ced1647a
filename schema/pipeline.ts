import { LEAD_STAGES, STAGE_LABELS, type LeadStage as Stage } from '#contract/lead.ts';
import { passageOf } from '#domain/access/event-scope.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES, type EventType } from '#domain/domain-events.ts';
import type { ColumnTotals } from '#domain/lead/queries.ts';
import { NOBODY } from '#domain/viewer.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { asConnection, perRow } from './connection.ts';
import { Lead, LeadConnection, LeadStage } from './lead.ts';

const CARDS = 50;

const PipelineColumn = builder.objectRef<ColumnTotals>('PipelineColumn').implement({
  description: 'A column of the pipeline board.',
  fields: (t) => ({
    stage: t.expose('stage', { type: LeadStage, description: 'The stage it shows.' }),
    label: t.string({ description: 'Its title, such as “Needs Quote”.', resolve: ({ stage }) => STAGE_LABELS[stage] }),
    count: t.exposeInt('count', { description: 'Number of leads in the column.' }),
    value: t.expose('value', { type: 'Decimal', description: 'Total value of its leads, US dollars.' }),
    leads: t.field({
      type: LeadConnection,
      description: 'Its leads, most recently moved here first. Default: 50.',
      args: {
        first: t.arg.int({ defaultValue: CARDS, description: 'Number of leads, at most 100.' }),
        after: t.arg.string({ description: 'Continue after this cursor.' }),
      },
      complexity: perRow,
      resolve: async ({ stage }, { first, after }, { loaders }) =>
        asConnection(await loaders.boardColumn(stage, first ?? CARDS, after ?? null)),
    }),
  }),
});

const Pipeline = builder.objectRef<{ readonly cursor: bigint }>('Pipeline').implement({
  description: 'The pipeline board.',
  fields: (t) => ({
    columns: t.field({
      type: [PipelineColumn],
      description: 'Its columns, left to right.',
      args: { stages: t.arg({ type: [LeadStage], description: 'Only these stages. Default: all six.' }) },
      complexity: ({ stages }) => ({ field: 1, multiplier: stages?.length ?? LEAD_STAGES.length }),
      resolve: async (_board, { stages }, { services, viewer }) => {
        const columns = await services.leads.totals(viewer ?? NOBODY);
        return columns.filter(({ stage }) => stages?.includes(stage) ?? true);
      },
    }),
    cursor: t.expose('cursor', {
      type: 'EventCursor',
      description: 'Event cursor of this response: subscribe from it to miss no change.',
    }),
  }),
});

const KINDS = {
  'lead.created': 'created',
  'lead.moved': 'moved',
  'lead.updated': 'updated',
  // A batch of an import is one event: an event for each lead would flood the board.
  'leads.imported': 'imported',
  'leads.import_undone': 'imported',
} as const satisfies Partial<Record<EventType, string>>;
const PASSAGES = { entered: 'created', left: 'removed' } as const;
type PipelineKind = keyof typeof KINDS;

const PipelineChangeKind = builder.enumType('PipelineChangeKind', {
  description: 'What kind of change it is.',
  values: {
    created: { description: 'A lead was created, or came to you from somebody whose leads you may not read.' },
    moved: { description: 'A lead moved to another stage.' },
    updated: { description: 'A field of a lead changed.' },
    removed: { description: 'A lead went to somebody whose leads you may not read: take its card off the board.' },
    imported: { description: 'An import, or its undo, changed many leads. Refetch the cards.' },
  },
});

const PipelineChange = builder.objectRef<SequencedEvent>('PipelineChange').implement({
  description: 'A change of the board.',
  fields: (t) => ({
    cursor: t.field({
      type: 'EventCursor',
      description: 'Event cursor. Use it as `after` to resume.',
      resolve: ({ seq }) => seq,
    }),
    kind: t.field({
      type: PipelineChangeKind,
      description: 'The kind of change.',
      resolve: (event, _args, { viewer }) => {
        const passage = passageOf(event, (viewer ?? NOBODY).access);
        return passage ? PASSAGES[passage] : KINDS[isPipelineKind(event.kind) ? event.kind : 'lead.updated'];
      },
    }),
    id: t.exposeID('subjectId', { description: 'The id of the lead, or of the import.' }),
    lead: t.field({
      type: Lead,
      nullable: true,
      description: 'The lead as it is now; null when it was deleted or removed, or an import changed many.',
      resolve: ({ subjectId }, _args, { loaders }) => loaders.lead(subjectId),
    }),
    from: t.field({
      type: LeadStage,
      nullable: true,
      description: 'The stage it left; null unless it moved.',
      resolve: ({ data }) => stageIn(data.from),
    }),
    to: t.field({
      type: LeadStage,
      nullable: true,
      description: 'The stage it entered; null unless it moved or was created.',
      resolve: ({ data }) => stageIn(data.to ?? data.stage),
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who made the change; null for the system.',
      resolve: ({ actorId }, _args, { loaders }) => loaders.user(actorId),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it changed, UTC.' }),
    columns: t.field({
      type: [PipelineColumn],
      complexity: { field: 1, multiplier: LEAD_STAGES.length },
      description: 'Affected columns with their current counts; all columns after an import.',
      resolve: async ({ kind, data }, _args, { services, viewer }) => {
        const totals = await services.leads.currentTotals(viewer ?? NOBODY);
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
    // The cursor first: a change during the reads is then delivered again, never lost.
    resolve: async (_root, _args, { services }) => ({ cursor: await services.activity.head() }),
  }),
);

builder.subscriptionField('pipelineChanged', (t) =>
  t.field({
    type: PipelineChange,
    description:
      'Changes of the board after the cursor, then live ones. Ends with the error code RESYNC if the cursor is too old: refetch the pipeline, then resubscribe.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you received. Omit it to start with live events.' }) },
    // Everyone sees the same board, so one result per event serves all subscribers with the same selection.
    extensions: { shared: true },
    subscribe: (_root, { after }, { subscribeFrom }) => subscribeFrom({ after: after ?? null, kinds: PIPELINE_KINDS }),
    resolve: (event) => event,
  }),
);
