import type { Customer, EmailTemplate, Lead, Task, TrainingItem, Transcription } from '#prisma/generated/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import { EditConflict, NotFound } from './failures.ts';
import { displayName } from './viewer.ts';

/** A row several people may edit at once. `updatedAt` is its version. */
export interface EditableRow {
  readonly id: string;
  readonly updatedAt: Date;
}

/** What a row must be for a change to apply. */
export interface Precondition {
  /** The change applies only while `updatedAt` is one of these. Null or absent: always; an empty list: never. */
  readonly ifUpdatedAt?: readonly Date[] | null;
}

export class CustomerEditConflict extends EditConflict<Customer> {}
export class EmailTemplateEditConflict extends EditConflict<EmailTemplate> {}
export class LeadEditConflict extends EditConflict<Lead> {}
export class TaskEditConflict extends EditConflict<Task> {}
export class TrainingItemEditConflict extends EditConflict<TrainingItem> {}
export class TranscriptionEditConflict extends EditConflict<Transcription> {}

interface EditableTable<Row extends EditableRow> {
  readonly table: string;
  /** The subject type of its events. */
  readonly subjectType: string;
  /** As in "Lead not found". */
  readonly kind: string;
  /** As in "Ada changed this lead". */
  readonly label: string;
  readonly Conflict: new (...args: ConstructorParameters<typeof EditConflict<Row>>) => EditConflict<Row>;
  find(tx: Tx, id: string): Promise<Row | null>;
}

const defineEditableTable = <Row extends EditableRow>(table: EditableTable<Row>) => table;

export const CUSTOMERS = defineEditableTable({
  table: 'customers',
  subjectType: 'customer',
  kind: 'Customer',
  label: 'customer',
  Conflict: CustomerEditConflict,
  find: (tx, id) => tx.customer.findUnique({ where: { id } }),
});

export const EMAIL_TEMPLATES = defineEditableTable({
  table: 'email_templates',
  subjectType: 'email_template',
  kind: 'Email template',
  label: 'template',
  Conflict: EmailTemplateEditConflict,
  find: (tx, id) => tx.emailTemplate.findUnique({ where: { id } }),
});

export const LEADS = defineEditableTable({
  table: 'leads',
  subjectType: 'lead',
  kind: 'Lead',
  label: 'lead',
  Conflict: LeadEditConflict,
  find: (tx, id) => tx.lead.findUnique({ where: { id } }),
});

export const TASKS = defineEditableTable({
  table: 'tasks',
  subjectType: 'task',
  kind: 'Task',
  label: 'task',
  Conflict: TaskEditConflict,
  find: (tx, id) => tx.task.findUnique({ where: { id } }),
});

export const TRAINING_ITEMS = defineEditableTable({
  table: 'ai_training_data',
  subjectType: 'training_item',
  kind: 'Training item',
  label: 'item',
  Conflict: TrainingItemEditConflict,
  find: (tx, id) => tx.trainingItem.findUnique({ where: { id } }),
});

export const TRANSCRIPTIONS = defineEditableTable({
  table: 'transcriptions',
  subjectType: 'transcription',
  kind: 'Transcription',
  label: 'call',
  Conflict: TranscriptionEditConflict,
  find: (tx, id) => tx.transcription.findUnique({ where: { id } }),
});

/**
 * The row, locked until the transaction ends, so that nothing changes between what is compared here and what is written.
 * Two statements on purpose: the second sees what the previous owner of the lock has committed.
 */
export async function lockRow<Row extends EditableRow>(
  tx: Tx,
  { table, kind, find }: Pick<EditableTable<Row>, 'table' | 'kind' | 'find'>,
  id: string,
): Promise<Row> {
  await tx.$executeRaw`select 1 from ${Prisma.raw(table)} where id = ${id} for no key update`;
  const row = await find(tx, id);
  if (!row) throw new NotFound(kind, id);
  return row;
}

/** Whether a row is one of the versions the caller accepts. */
const isExpected = ({ updatedAt }: EditableRow, { ifUpdatedAt }: Precondition): boolean =>
  !ifUpdatedAt || ifUpdatedAt.some((expected) => expected.getTime() === updatedAt.getTime());

/** Throws the table's `EditConflict`, with the row as it is and who changed it, when `current` is not a version the caller accepts. */
export async function assertExpected<Row extends EditableRow>(
  tx: Pick<Tx, 'event'>,
  { subjectType, label, Conflict }: EditableTable<Row>,
  current: Row,
  precondition: Precondition,
): Promise<void> {
  if (isExpected(current, precondition)) return;
  // The event of a change carries the `updatedAt` it gave the row. Imports write no event per row: then nobody knows.
  const change = await tx.event.findFirst({
    where: { subjectType, subjectId: current.id, at: current.updatedAt },
    orderBy: { id: 'desc' },
    select: { actor: true },
  });
  const updatedBy = change?.actor ?? null;
  const sentence = updatedBy
    ? `${displayName(updatedBy)} changed this ${label} after you loaded it.`
    : `This ${label} was changed after you loaded it.`;
  throw new Conflict(`${sentence} Your changes were not saved.`, current, updatedBy);
}

/** The time of a change: now, but at least a millisecond after the row's last change, so that no two versions share an `updatedAt`. */
export const timeOfChange = (now: Date, { updatedAt }: EditableRow): Date => new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
