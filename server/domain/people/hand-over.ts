import type { FlowType } from '#contract/flow.ts';
import type { LeadStage } from '#contract/lead.ts';
import type { Tx } from '#server/database/client.ts';
import { handOverOrders } from '../access/owner.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Viewer } from '../viewer.ts';
import { about } from './change-access.ts';

/** Rows whose events are written with one statement. */
const BATCH_SIZE = 1_000;

/** How many rows of each kind have another owner now. */
export interface HandedOver {
  readonly leads: number;
  readonly customers: number;
  readonly flows: number;
  readonly tasks: number;
}

interface Row {
  readonly id: string;
  readonly customerId: string | null;
}

interface Change {
  readonly from: string;
  /** Null for nobody. */
  readonly to: string | null;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly log: ServiceDeps['log'];
}

/**
 * Gives the open leads, the customers, the open flows and the open tasks of somebody to somebody else, with an event for each row, and their past events
 * with them. What is won, lost or over stays with who did it.
 */
export async function handOver(tx: Tx, change: Change): Promise<HandedOver> {
  const { from, to, viewer, now, log } = change;
  const leads = await tx.$queryRaw<Array<Row & { stage: LeadStage }>>`
    update leads set owner_id = ${to}, updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where owner_id = ${from} and stage <> 'won' and lost_at is null returning id, customer_id as "customerId", stage`;
  const customers = await tx.$queryRaw<Row[]>`
    update customers set owner_id = ${to}, updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where owner_id = ${from} returning id, id as "customerId"`;
  const flows = await tx.$queryRaw<Array<Row & { flowType: FlowType }>>`
    update customer_interaction_flows set owner_id = ${to}, updated_at = ${now}
    where owner_id = ${from} and completed_at is null returning id, customer_id as "customerId", flow_type as "flowType"`;
  const tasks = await tx.$queryRaw<Row[]>`
    update tasks set owner_id = ${to}, updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where owner_id = ${from} and completed_at is null returning id, customer_id as "customerId"`;
  const of = (type: string, { id, customerId }: Row) => ({ ...about(viewer, type, id, now), customerId, ownerId: to });
  const ownerChange = { changed: ['ownerId'], ownerBefore: from };

  for (const rows of batches(leads)) {
    await passOn(tx, 'lead', rows, to);
    await log.appendAll(
      tx,
      rows.map((row) => ({ ...of('lead', row), kind: 'lead.updated', data: { ...ownerChange, stage: row.stage } })),
    );
  }
  for (const rows of batches(customers)) {
    await passOn(tx, 'customer', rows, to);
    const customerId = { in: rows.map(({ id }) => id) };
    await tx.event.updateMany({
      where: { customerId, OR: [{ subjectType: 'order' }, { kind: 'email.personalized' }] },
      data: { ownerId: to },
    });
    await log.appendAll(
      tx,
      rows.map((row) => ({ ...of('customer', row), kind: 'customer.updated', data: ownerChange })),
    );
    await handOverOrders(
      tx,
      log,
      rows.map(({ id }) => id),
      { from, to, actorId: viewer.id, at: now },
    );
  }
  for (const rows of batches(flows)) {
    await passOn(tx, 'interaction_flow', rows, to);
    await log.appendAll(
      tx,
      rows.map((row) => ({
        ...of('interaction_flow', row),
        kind: 'flow.handed_over',
        data: { flowType: row.flowType, ownerBefore: from },
      })),
    );
  }
  for (const rows of batches(tasks)) {
    await passOn(tx, 'task', rows, to);
    await log.appendAll(
      tx,
      rows.map((row) => ({ ...of('task', row), kind: 'task.updated', data: ownerChange })),
    );
  }
  return { leads: leads.length, customers: customers.length, flows: flows.length, tasks: tasks.length };
}

const passOn = (tx: Tx, subjectType: string, rows: readonly Row[], ownerId: string | null) =>
  tx.event.updateMany({ where: { subjectType, subjectId: { in: rows.map(({ id }) => id) } }, data: { ownerId } });

const batches = <Each>(rows: readonly Each[]): Each[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH_SIZE) }, (_, at) => rows.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE));
