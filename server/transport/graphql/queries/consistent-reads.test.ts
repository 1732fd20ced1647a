import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { addLead, headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const USERS = 3;
const CONNECTIONS_EACH = 3;
const LEADS_EACH = 2;
const HIGHEST_CURSOR = 2n ** 62n;

const BOARD = '{ pipeline { cursor columns { stage count value leads(first: 100) { nodes { id stage } } } } }';
const MOVE = 'mutation ($id: ID!, $stage: LeadStage!) { moveLead(id: $id, stage: $stage) { __typename } }';
const CHANGES = `subscription ($after: EventCursor) {
  pipelineChanged(after: $after) { cursor to lead { id } columns { stage count value } }
}`;

const Totals = z.object({ stage: z.enum(LEAD_STAGES), count: z.number(), value: z.string() });
const Card = z.object({ id: z.string(), stage: z.enum(LEAD_STAGES) });
const Board = z.object({
  pipeline: z.object({
    cursor: z.string().transform(BigInt),
    columns: z.array(Totals.extend({ leads: z.object({ nodes: z.array(Card) }) })),
  }),
});
const Change = z.object({
  pipelineChanged: z.object({
    cursor: z.string().transform(BigInt),
    to: z.enum(LEAD_STAGES),
    lead: z.object({ id: z.string() }),
    columns: z.array(Totals),
  }),
});
type BoardRead = z.infer<typeof Board>['pipeline'];
type BoardChange = z.infer<typeof Change>['pipelineChanged'];

/** The moves of one lead, all sent one after the other by the same connection. */
interface Moves {
  readonly sent: LeadStage[];
  acknowledged: number;
}

type Step = { readonly do: 'read' } | { readonly do: 'move'; readonly lead: number; readonly stage: LeadStage };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ do: 'read' } as const),
  fc.record({ do: fc.constant('move' as const), lead: fc.nat(LEADS_EACH - 1), stage: fc.constantFrom(...LEAD_STAGES) }),
);
const connections = USERS * CONNECTIONS_EACH;
const scripts = fc.array(fc.array(step, { minLength: 8, maxLength: 12 }), { minLength: connections, maxLength: connections });

let app: TestApp;
let callers: readonly Caller[];
/** The leads that each connection moves; nobody else does. */
let leadsOf: readonly (readonly string[])[];
beforeAll(async () => {
  app = await createTestApp({ env: { GRAPHQL_SESSION_COST_PER_MINUTE: '100000000' } });
  callers = await Promise.all(Array.from({ length: USERS }, (_, at) => app.signUp(`person${at}`)));
  leadsOf = await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      const caller = callers[at % USERS] ?? app.anonymous();
      return Promise.all(Array.from({ length: LEADS_EACH }, (_each, lead) => addLead(caller, `Lead ${at}-${lead}`)));
    }),
  );
});
afterAll(() => app.close());

const readBoard = async (caller: Caller): Promise<BoardRead> => Board.parse((await caller.graph(BOARD)).data).pipeline;

const stagesOf = ({ columns }: BoardRead): Map<string, LeadStage> =>
  new Map(columns.flatMap(({ stage, leads }) => leads.nodes.map(({ id }) => [id, stage] as const)));

/** The board as PostgreSQL has it. */
async function storedBoard() {
  const leads = await app.container.db.prisma.lead.findMany({ select: { id: true, stage: true, value: true } });
  const valueIn = (stage: LeadStage) =>
    leads.reduce((sum, lead) => (lead.stage === stage ? sum.add(lead.value ?? 0) : sum), new Prisma.Decimal(0));
  return {
    stages: new Map(leads.map(({ id, stage }) => [id, stage])),
    totals: new Map(
      LEAD_STAGES.map((stage) => [stage, { count: leads.filter((lead) => lead.stage === stage).length, value: valueIn(stage).toFixed(2) }]),
    ),
  };
}

const oldestCursor = (boards: readonly BoardRead[]): bigint =>
  boards.map(({ cursor }) => cursor).reduce((one, other) => (one < other ? one : other), HIGHEST_CURSOR);

/** All changes after a cursor, as a client that was away receives them. */
async function changesAfter(caller: Caller, cursor: bigint): Promise<readonly BoardChange[]> {
  await headOf(app);
  const events = await app.container.db.prisma.event.findMany({
    where: { kind: { in: ['lead.created', 'lead.moved'] }, seq: { gt: cursor } },
    select: { id: true },
  });
  if (events.length === 0) return [];
  const listener = caller.subscribe(CHANGES, { after: String(cursor) });
  const changes: BoardChange[] = [];
  while (changes.length < events.length) changes.push(Change.parse(await listener.next(30_000)).pipelineChanged);
  listener.stop();
  return changes;
}

/** Runs the scripts of all connections at the same time; answers every board that was read, each checked against its reader's own moves. */
async function runScripts(scripts: readonly (readonly Step[])[]): Promise<readonly BoardRead[]> {
  const movesOf = new Map(leadsOf.flat().map((id): [string, Moves] => [id, { sent: [], acknowledged: 0 }]));
  const boards: BoardRead[] = [];

  const move = async (caller: Caller, id: string, stage: LeadStage) => {
    const moves = movesOf.get(id);
    moves?.sent.push(stage);
    expect(await caller.graph(MOVE, { id, stage })).toMatchObject({ data: { moveLead: { __typename: 'Lead' } } });
    if (moves) moves.acknowledged += 1;
  };

  const read = async (caller: Caller, ownLeads: readonly string[]) => {
    const acknowledged = ownLeads.map((id) => movesOf.get(id)?.acknowledged ?? 0);
    const board = await readBoard(caller);
    const stages = stagesOf(board);
    for (const [at, id] of ownLeads.entries()) {
      const count = acknowledged[at] ?? 0;
      // The last move acknowledged before the read, or one sent since: anything older means that a write was not seen.
      if (count > 0) expect(movesOf.get(id)?.sent.slice(count - 1)).toContain(stages.get(id));
    }
    boards.push(board);
  };

  await Promise.all(
    scripts.map(async (steps, connection) => {
      const person = connection % USERS;
      const caller = callers[person] ?? app.anonymous();
      const ownLeads = leadsOf.flatMap((ids, at) => (at % USERS === person ? ids : []));
      for (const each of steps) {
        if (each.do === 'read') await read(caller, ownLeads);
        else await move(caller, leadsOf[connection]?.[each.lead] ?? '', each.stage);
      }
    }),
  );
  return boards;
}

/** The board as a client holds it: as it was read, and after each change that came since. */
function boardAfter(board: BoardRead, changes: readonly BoardChange[]) {
  const stages = stagesOf(board);
  const totals = new Map(board.columns.map(({ stage, count, value }) => [stage, { count, value }]));
  for (const { cursor, lead, to, columns } of changes) {
    if (cursor <= board.cursor) continue;
    stages.set(lead.id, to);
    for (const { stage, count, value } of columns) totals.set(stage, { count, value });
  }
  return { stages, totals };
}

describe('reads of the board that overlap with moves', () => {
  it('show every person their own moves, and with the changes after their cursor always make the stored board', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (steps) => {
        const boards = await runScripts(steps);
        const changes = await changesAfter(callers[0] ?? app.anonymous(), oldestCursor(boards));
        const stored = await storedBoard();
        for (const board of boards) expect(boardAfter(board, changes)).toEqual(stored);
      }),
      { seed: 20261122, numRuns: 4, endOnFailure: true },
    );
  });
});
