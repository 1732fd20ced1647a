import { IMPORT_NOUNS, type ImportNoun, type ImportState, matchColumns } from '#contract/import.ts';
import type { ImportRow, JobRun } from '#prisma/generated/client.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { isSettled, type Job, type JobOutcome, type JobQueue } from '../jobs/queue.ts';
import { invalidInput } from '../query/invalid-input.ts';
import { RETENTION } from '../retention/retention.ts';
import type { Viewer } from '../viewer.ts';
import { createBulkUpsert } from './bulk-upsert.ts';
import { createDryRun } from './dry-run.ts';
import { importBatch, revertBatch } from './import-batch.ts';
import { loadRows } from './parse-csv.ts';
import { type SpooledFile, spoolToDisk } from './spool-file.ts';
import { assertStorageLimit } from './storage-limit.ts';
import { type Import, readImport } from './stored.ts';
import { createUploadLimiter } from './upload-limit.ts';

/** Rows that are one transaction. */
const PART = 2_000;
const PATIENT = { timeout: 120_000 } as const;
/** Rows with a problem that a preview tells of. */
const TOLD = 100;
// What is said of a row that was not taken back is no reason not to take it.
const NOT_KEPT = { OR: [{ outcome: null }, { outcome: { not: 'kept' } }] };

export type Imports = ReturnType<typeof createImports>;

/** Files of customers and leads: read, checked, taken in as background work, and taken back. */
export const createImports = (deps: ServiceDeps & SecurityDeps & { readonly jobs: JobQueue }) => {
  const { db, log, clock, newId, jobs } = deps;
  const oneOfFew = createUploadLimiter();
  const find = async (id: string): Promise<Import | null> => {
    const row = await db.prisma.import.findUnique({ where: { id } });
    return row && readImport(row);
  };

  /** The import, held until the transaction ends. */
  const hold = async (tx: Tx, id: string): Promise<Import> => {
    await tx.$queryRaw`select id from imports where id = ${id} for no key update`;
    const row = await tx.import.findUnique({ where: { id } });
    if (!row) throw new NotFound('Import', id);
    return readImport(row);
  };

  /** Rows of an import that is past its retention may be removed at any moment: nothing is done with it any more. */
  const assertRetained = ({ id, createdAt }: Import) => {
    if (createdAt.getTime() < clock.now().getTime() - RETENTION.imports * 86_400_000) throw new NotFound('Import', id);
  };

  const change = async (tx: Tx, { id }: Import, actorId: string | null, state: ImportState, fields: object = {}): Promise<Import> => {
    const at = clock.now();
    const row = await tx.import.update({ where: { id }, data: { ...fields, state, updatedAt: at } });
    await log.append(tx, { kind: 'import.changed', subject: { type: 'import', id }, actorId, data: { state }, at });
    return readImport(row);
  };

  const isBusy = async (id: string, state: ImportState, tx?: Tx): Promise<boolean> => {
    if (state !== 'running' && state !== 'undoing') return false;
    const run = await jobs.findNewest('import.work', id, tx);
    return run !== null && (!isSettled(run) || run.state === 'waiting');
  };

  /** Refuses while somebody is at work on it. */
  const demandIdle = async (tx: Tx, { id, state }: Import) => {
    if (await isBusy(id, state, tx)) throw new Conflict('This import is at work; wait until it has ended.');
  };

  /** One part of the work, in a transaction; null when there is no more. */
  const part = (id: string, actorId: string | null): Promise<Import | null> =>
    db.transaction(async (tx) => {
      const file = await hold(tx, id);
      const undoing = file.state === 'undoing';
      if (!undoing && file.state !== 'running') return null;
      const done = undoing ? await revertBatch(tx, { clock }, file, PART) : await importBatch(tx, { newId, clock }, file, PART);
      if (!done) return null;
      const counts = undoing
        ? { undone: file.undone + done.first, undoSkipped: file.undoSkipped + done.second }
        : { created: file.created + done.first, updated: file.updated + done.second };
      const at = clock.now();
      const data = { ...counts, position: done.position, done: file.done + done.rows, updatedAt: at };
      const row = await tx.import.update({ where: { id }, data });
      const kind = `${file.entityType}s.${undoing ? 'import_undone' : 'imported'}` as const;
      const count = undoing ? done.first : done.first + done.second;
      await log.append(tx, { kind, subject: { type: 'import', id }, actorId, data: { count }, at });
      return readImport(row);
    }, PATIENT);

  const finish = async (tx: Tx, id: string, actorId: string | null): Promise<void> => {
    const file = await hold(tx, id);
    if (file.state === 'running') await change(tx, file, actorId, 'done');
    if (file.state === 'undoing') await change(tx, file, actorId, 'undone');
  };

  /** Reads a file into rows of an import that is ready to be checked. */
  const stage = async (viewer: Viewer, entityType: ImportNoun, fileName: string, file: SpooledFile): Promise<Import> => {
    const client = await db.pool.connect();
    const id = newId();
    try {
      const at = clock.now();
      await client.query('begin');
      await client.query(
        `insert into imports (id, entity_type, file_name, state, encoding, separator, header, columns, total, user_id, created_at, updated_at)
         values ($1, $2, $3, 'ready', $4, '', '{}', '{}', 0, $5, $6, $6)`,
        [id, entityType, fileName.slice(0, 200), file.encoding, viewer.id, at],
      );
      const { separator, header, total, bytes } = await loadRows(client, id, file);
      await client.query('update imports set separator = $2, header = $3, columns = $4, total = $5, bytes = $6 where id = $1', [
        id,
        separator,
        header,
        matchColumns(entityType, header),
        total,
        bytes,
      ]);
      // Uploads that end at the same time are counted one after the other.
      await lockTransaction(client, ADVISORY_LOCKS.importStorage);
      await assertStorageLimit(client, viewer.id, 0);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
    return readImport(await db.prisma.import.findUniqueOrThrow({ where: { id } }));
  };

  return {
    find,

    /** The latest ones, or those of one entityType or person, the newest first. */
    newest: async (of: { readonly entityType?: ImportNoun; readonly userId?: string }, limit: number): Promise<readonly Import[]> =>
      (await db.prisma.import.findMany({ where: of, orderBy: { id: 'desc' }, take: limit })).map(readImport),

    /** The first rows that cannot be taken. */
    problems: (id: string): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({
        where: { importId: id, problem: { not: null }, ...NOT_KEPT },
        orderBy: { number: 'asc' },
        take: TOLD,
      }),

    /** The first rows that were not taken back, and why. */
    keptRows: (id: string): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({ where: { importId: id, outcome: 'kept' }, orderBy: { number: 'asc' }, take: TOLD }),

    /** Takes rows in that a program sends, in one transaction. */
    send: createBulkUpsert(deps),

    /** The first rows, as they stand in the file. */
    sample: (id: string): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({ where: { importId: id }, orderBy: { number: 'asc' }, take: 3 }),

    /** A part of the report of every row, in their order. */
    report: (id: string, after: number, limit: number): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({ where: { importId: id, number: { gt: after } }, orderBy: { number: 'asc' }, take: limit }),

    /** Reads a file and keeps its rows aside; nothing is imported yet. */
    take: async (viewer: Viewer, asked: { noun: string; fileName: string }, upload: AsyncIterable<Buffer>): Promise<Import> => {
      const entityType = IMPORT_NOUNS.find((each) => each === asked.noun) ?? invalidInput('noun', '`noun` is customer or lead.');
      return oneOfFew(viewer.id, async () => {
        // Known before anything is read; what the file adds is counted once its rows are known.
        await assertStorageLimit(db.pool, viewer.id, 1);
        const file = await spoolToDisk(upload);
        return stage(viewer, entityType, asked.fileName, file).finally(file.remove);
      });
    },

    /**
     * A dry run: reads every row by these columns, and says what cannot be imported. `charge` takes the points it costs, by rows,
     * before it begins. Throws `LimitExceeded` where the person or the server has enough of them in progress.
     */
    check: createDryRun({ ...deps, lockImport: hold }),

    /** Takes the rows without problems in; goes on where it broke off. */
    start: (viewer: Viewer, id: string): Promise<Import> =>
      db.transaction(async (tx) => {
        const file = await hold(tx, id);
        assertRetained(file);
        if (file.state !== 'ready' && file.state !== 'running') throw new Conflict('This file was imported already.');
        if (file.problems === null) throw new Conflict('Check the file first.');
        const running = file.state === 'running' ? file : await change(tx, file, viewer.id, 'running');
        await jobs.enqueue(tx, 'import.work', { importId: id }, viewer.id);
        deps.securityLog.record('import.started', { actor: viewer, subjectId: id, noun: file.entityType, rows: file.total });
        return running;
      }),

    /** Takes back what an import did, but for what somebody changed since. */
    undo: async (viewer: Viewer, id: string): Promise<Import> =>
      db.transaction(async (tx) => {
        const file = await hold(tx, id);
        assertRetained(file);
        if (file.state === 'ready' || file.state === 'undone') throw new Conflict('There is nothing to undo.');
        await demandIdle(tx, file);
        const undoing = file.state === 'undoing' ? file : await change(tx, file, viewer.id, 'undoing', { position: 0, done: 0 });
        await jobs.enqueue(tx, 'import.work', { importId: id }, viewer.id);
        return undoing;
      }),

    /** Whether somebody is at work on it; one that is not at its end and not at work broke off. */
    isAtWork: async ({ id, state }: Pick<Import, 'id' | 'state'>): Promise<boolean> => isBusy(id, state),

    /** Appends an event when the job has failed. */
    onStateChange: async (tx: Tx, { importId }: { readonly importId: string }, run: Pick<JobRun, 'state' | 'actorId'>): Promise<void> => {
      if (run.state !== 'failed') return;
      const file = await hold(tx, importId);
      await change(tx, file, run.actorId, file.state);
    },

    /** The background work: part after part, each a transaction. */
    run: async ({ input: { importId }, actorId, signal, report }: Job<{ importId: string }>): Promise<JobOutcome> => {
      for (let file = await part(importId, actorId); file; file = await part(importId, actorId)) {
        await report({ done: file.done, total: file.total });
        signal.throwIfAborted();
      }
      // In one transaction with the end of the job: what is shown as ended can be undone at once, by a job of its own.
      return { inTransaction: (tx) => finish(tx, importId, actorId) };
    },
  };
};
