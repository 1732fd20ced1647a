import { LEAD_STAGES, STAGE_LABELS, type LeadStage as Stage } from '#contract/lead.ts';
import type { Owners } from '#contract/owners.ts';
import { passageOf } from '#domain/access/event-scope.ts';
import { narrowedContext } from '#domain/access/narrowed.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES, type EventType } from '#domain/domain-events.ts';
import type { ColumnTotals } from '#domain/lead/queries.ts';
import type { Loaders } from '#domain/loaders.ts';
import type { Context } from '#domain/request-context.ts';
import { NOBODY } from '#domain/viewer.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { asConnection, perRow } from './connection.ts';
import { Lead, LeadConnection, LeadStage } from './lead.ts';
import { Owners as OwnersEnum, ownersArg } from './owners.ts';

const CARDS = 50;

/** A column, and the loaders that see what it counts. */
interface Column extends ColumnTotals {
  readonly loaders: Loaders;
}

const PipelineColumn = builder.objectRef<Column>('PipelineColumn').implement({
  description: 'A column of the pipeline board.',
  fields: (t) => ({
    stage: t.expose('stage', { type: LeadStage, description: 'The stage it shows.' }),
    label: t.string({ description: 'Its title, such as “Needs Quote”.', resolve: ({ stage }) => STAGE_LABELS[stage] }),
    count: t.exposeInt('count', { description: 'Number of leads in the column. Lost leads are in none.' }),
    value: t.expose('value', { type: 'Decimal', description: 'Total value of its leads, US dollars.' }),
    leads: t.field({
      type: LeadConnection,
      description: 'Its leads, most recently moved here first, without lost ones. Default: 50.',
      args: {
        first: t.arg.int({ defaultValue: CARDS, description: 'Number of leads, at most 100.' }),
        after: t.arg.string({ description: 'Continue after this cursor.' }),
      },
      complexity: perRow,
      resolve: async ({ stage, loaders }, { first, after }) =>
        asConnection(await loaders.boardColumn(stage, first ?? CARDS, after ?? null)),
    }),
  }),
});

interface Board {
  readonly cursor: bigint;
  readonly owners: Owners;
  readonly context: Context;
}

const Pipeline = builder.objectRef<Board>('Pipeline').implement({
  description: 'The pipeline board.',
  fields: (t) => ({
    columns: t.field({
      type: [PipelineColumn],
      description: 'Its columns, left to right.',
      args: { stages: t.arg({ type: [LeadStage], description: 'Only these stages. Default: all six.' }) },
      complexity: ({ stages }) => ({ field: 1, multiplier: stages?.length ?? LEAD_STAGES.length }),
      resolve: async ({ context: { services, viewer, loaders } }, { stages }) => {
        const columns = await services.leads.totals(viewer ?? NOBODY);
        return columns.flatMap((column) => ((stages?.includes(column.stage) ?? true) ? { ...column, loaders } : []));
      },
    }),
    owners: t.expose('owners', { type: OwnersEnum, description: 'Whose leads it shows.' }),
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
  // As clients know it already: the card goes, and comes back at the top of its column.
  'lead.lost': 'removed',
  'lead.reopened': 'moved',
  // A batch of an import is one event: an event for each lead would flood the board.
  'leads.imported': 'imported',
  'leads.import_undone': 'imported',
} as const satisfies Partial<Record<EventType, string>>;
const PASSAGES = { entered: 'entered', left: 'removed' } as const;
type PipelineKind = keyof typeof KINDS;

const PipelineChangeKind = builder.enumType('PipelineChangeKind', {
  description: 'What kind of change it is.',
  values: {
    created: { description: 'A lead was created.' },
    entered: { description: 'A lead was given to somebody whose leads you see: refetch the cards of its column.' },
    moved: {
      description: 'A lead moved to another stage, or a lost lead was reopened in its own: its card goes to the top of the column.',
    },
    updated: { description: 'A field of a lead changed.' },
    removed: { description: 'A lead was closed as lost, or given to somebody whose leads you do not see: remove its card from the board.' },
    imported: { description: 'An import, or its undo, changed many leads. Refetch the cards.' },
  },
});

const PipelineChange = builder.objectRef<SequencedEvent>('PipelineChange').implement({
  description: 'A change of the board.',
  fields: (t) => ({
    cursor: t.field({
      type: 'EventCursor',
      description: 'Event cursor. Use it as `after` to resume.',
      resolve: ({ cursor }) => cursor,
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
      description: 'The lead as it is now; null when you cannot see it, or an import changed many.',
      resolve: ({ subjectId }, _args, { loaders }) => loaders.lead(subjectId),
    }),
    from: t.field({
      type: LeadStage,
      nullable: true,
      description: 'The stage it left; null unless it moved from another.',
      resolve: ({ data }) => stageIn(data.from),
    }),
    to: t.field({
      type: LeadStage,
      nullable: true,
      description: 'The stage it entered or is in.',
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
      resolve: async ({ kind, data }, _args, { services, viewer, loaders }) => {
        const totals = await services.leads.totals(viewer ?? NOBODY);
        const touched = [data.from, data.to, data.stage];
        const all = isPipelineKind(kind) && KINDS[kind] === 'imported';
        return totals.flatMap((column) => (all || touched.includes(column.stage) ? { ...column, loaders } : []));
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
    args: ownersArg(),
    // The cursor first: a change during the reads is then delivered again, never lost.
    resolve: async (_root, { owners }, context) => ({
      cursor: await context.services.activity.head(),
      owners: owners ?? 'EVERYONE',
      context: narrowedContext(context, owners, ['lead']),
    }),
  }),
);

builder.subscriptionField('pipelineChanged', (t) =>
  t.field({
    type: PipelineChange,
    description:
      'Changes of the board after the cursor, then live ones. Ends with the error code RESYNC if the cursor is too old: refetch the pipeline, then resubscribe.',
    args: {
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you received. Omit it to start with live events.' }),
      ...ownersArg(),
    },
    // Those who see the same leads see the same board, so one result per event serves all of them with the same selection.
    extensions: { shared: true, narrows: ['lead'] },
    subscribe: (_root, { after }, { subscribeFrom }) => subscribeFrom({ after: after ?? null, kinds: PIPELINE_KINDS }),
    resolve: (event) => event,
  }),
);
