import { ACTIONS_OF, type AccessNoun } from '#contract/access.ts';
import type { ExportFormat } from '#contract/export.ts';
import type { Owners } from '#contract/owners.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import type { EventLog } from '#server/events/event-log.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { narrower, requirePermission } from '../access/access.ts';
import { narrowed } from '../access/narrowed.ts';
import { type Auditor, auditConditions, requireAuditor } from '../audit/service.ts';
import { ENTITIES, type EntityName, entityOf } from '../entities/entities.ts';
import { auditEntry } from '../entities/internal.ts';
import type { Reader } from '../viewer.ts';
import { connectForReading } from './connection.ts';
import { FORMATS } from './formats.ts';
import { beginSnapshot, countRows, readBatches } from './snapshot.ts';
import { type ExportRequest, type ExportStatement, exportStatement, listStatement } from './statement.ts';

interface FileOptions {
  readonly format: ExportFormat;
  /** Whether the file begins with a byte order mark, for spreadsheets. */
  readonly bom: boolean;
}

export interface ExportRequestOptions extends ExportRequest, FileOptions {
  /** Whose rows, of those that may be exported; everyone’s where absent. */
  readonly owners?: Owners;
}

/** The entries of the audit that meet a filter. */
export interface AuditExportOptions extends FileOptions {
  readonly noun: 'auditEntry';
  /** As in the query `auditEntries`; null for all. */
  readonly filter: unknown;
}

/** A file on its way. */
export interface ExportFile {
  readonly name: string;
  readonly type: string;
  /** How many rows it has. */
  readonly total: number;
  /** How many were written so far. */
  written(): number;
  /** The content. Ending the iteration or aborting releases the database connection. */
  readonly content: AsyncIterable<string>;
}

/** Somebody with what they may both read and export. Throws `Forbidden` where that is nothing of the noun. */
function exporterOf(viewer: Reader, entity: EntityName): Reader {
  const noun = entityOf(entity).access?.noun;
  if (noun && isExported(noun)) requirePermission(viewer, noun, 'export');
  const { access } = viewer;
  const rows = (each: AccessNoun) => (isExported(each) ? narrower(access.rows(each), access.rows(each, 'export')) : access.rows(each));
  return { id: viewer.id, access: { key: `${access.key} export`, team: access.team, limited: access.limited, rows } };
}

/** The same person with their own rows, or their team’s, where the order says so. */
function ownersOf({ noun, owners }: ExportRequestOptions, reader: Reader): Reader {
  const own = entityOf(noun).access?.noun;
  return own ? narrowed(reader, owners, [own]) : reader;
}

const isExported = (noun: AccessNoun): boolean => ACTIONS_OF[noun].some((action) => action === 'export');

export type Exports = ReturnType<typeof createExports>;

/** Takes whole lists and groups away as files, each on a connection of its own so that nobody else waits for one. */
export const createExports = ({
  url,
  db,
  clock,
  log,
  securityLog,
}: {
  readonly url: string;
  readonly db: Pick<Database, 'pool' | 'replica' | 'transaction'>;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly securityLog: SecurityLog;
}) => ({
  /** Begins a file; abort `signal` to stop it. */
  open: async (viewer: Auditor, order: ExportRequestOptions | AuditExportOptions, signal: AbortSignal): Promise<ExportFile> => {
    const now = clock.now();
    const { statement, plural } = prepare(viewer, order, now);
    const { client, end } = await connectForReading(db.replica, { url, pool: db.pool }, signal);
    try {
      signal.throwIfAborted();
      await beginSnapshot(client, viewer.id);
      const total = await countRows(client, statement);
      // Before the first row leaves: a file that breaks off has left, too.
      const description = { noun: order.noun, format: order.format, rows: total };
      const subject = { type: 'export', id: order.noun };
      await db.transaction((tx) =>
        log.append(tx, { kind: 'export.created', subject, actorId: viewer.id || null, data: description, at: now }),
      );
      securityLog.record('export.created', description);
      const format = FORMATS[order.format];
      const write = format.rows(statement.columns);
      let written = 0;
      async function* content() {
        try {
          yield format.head(statement.columns, order.bom);
          for await (const lot of readBatches(client, statement)) {
            signal.throwIfAborted();
            written += lot.length;
            yield write(lot);
          }
        } finally {
          await end();
        }
      }
      const what = plural.replaceAll(/[^a-z]+/gi, '-');
      return {
        name: `${what}-${now.toISOString().slice(0, 10)}.${order.format}`,
        type: format.type,
        total,
        written: () => written,
        content: content(),
      };
    } catch (error) {
      await end();
      throw error;
    }
  },
});

/** What is read, and what the file is called. */
function prepare(
  viewer: Auditor,
  order: ExportRequestOptions | AuditExportOptions,
  now: Date,
): { readonly statement: ExportStatement; readonly plural: string } {
  if (order.noun !== 'auditEntry')
    return {
      statement: exportStatement(order, { viewer: ownersOf(order, exporterOf(viewer, order.noun)), now }),
      plural: `${ENTITIES[order.noun].plural}${order.groups ? ' in groups' : ''}`,
    };
  requireAuditor(viewer);
  const list = { where: auditConditions(order.filter) };
  return { statement: listStatement(auditEntry, { list, columns: null, relations: false }, { viewer, now }), plural: auditEntry.plural };
}
