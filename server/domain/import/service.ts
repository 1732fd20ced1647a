import { IMPORT_NOUNS, type ImportNoun, type ImportState, matchColumns } from '#contract/import.ts';
import type { ImportRow, JobRun } from '#prisma/generated/client.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import { isInScope, ownersOf, requirePermission } from '../access/access.ts';
import type { Directory } from '../access/directory.ts';
import { type AccessLimits, limitsOf, withLimits } from '../access/token-access.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { isSettled, type Job, type JobInputs, type JobOutcome, type JobQueue } from '../jobs/queue.ts';
import { invalidInput } from '../query/invalid-input.ts';
import { RETENTION } from '../retention/retention.ts';
import { type Reader, SERVER, type Viewer } from '../viewer.ts';
import { createDryRun } from './dry-run.ts';
import { type Import, readImport, requireImport } from './import-schema.ts';
import { loadRows } from './parse-csv.ts';
import { revertBatch } from './undo.ts';
import { assertStorageLimit, createUploadLimiter, type SpooledFile, spoolToDisk } from './upload.ts';
import { createBulkUpsert, importBatch } from './upsert-rows.ts';

/** Rows of one transaction. */
const BATCH_SIZE = 2_000;
const BATCH_TIMEOUT = { timeout: 120_000 } as const;
const PREVIEW_PROBLEMS = 100;
const PREVIEW_ROWS = 3;
// The reason why an undo skipped a row is no problem of its import.
const NOT_UNDO_SKIPPED = { OR: [{ outcome: null }, { outcome: { not: 'kept' } }] };

export type Imports = ReturnType<typeof createImports>;

/** Imports files of customers and leads as background jobs, and undoes them. */
export const createImports = (deps: ServiceDeps & SecurityDeps & { readonly jobs: JobQueue; readonly accessOf: Directory['accessOf'] }) => {
  const { db, log, clock, newId, jobs, accessOf } = deps;
  const limitUploads = createUploadLimiter();
  const isVisible = ({ access }: Reader, { entityType, userId }: Import): boolean => isInScope(access.rows(entityType), userId);
  const find = async (reader: Reader, id: string): Promise<Import | null> => {
    const row = await db.prisma.import.findUnique({ where: { id } });
    const file = row && readImport(row);
    return file && isVisible(reader, file) ? file : null;
  };

  /** Locks the import until the transaction ends. */
  const lockImport = async (tx: Tx, id: string): Promise<Import> => {
    await tx.$queryRaw`select id from imports where id = ${id} for no key update`;
    const row = await tx.import.findUnique({ where: { id } });
    if (!row) throw new NotFound('Import', id);
    return readImport(row);
  };

  /** Clean-up may remove the rows of an import past its retention at any moment. */
  const assertRetained = ({ id, createdAt }: Import) => {
    if (createdAt.getTime() < clock.now().getTime() - RETENTION.imports * 86_400_000) throw new NotFound('Import', id);
  };

  const setState = async (tx: Tx, { id }: Import, actorId: string | null, state: ImportState, fields: object = {}): Promise<Import> => {
    const at = clock.now();
    const row = await tx.import.update({ where: { id }, data: { ...fields, state, updatedAt: at } });
    await log.append(tx, { kind: 'import.changed', subject: { type: 'import', id }, actorId, data: { state }, at });
    return readImport(row);
  };

  const isActive = async ({ id, state }: Pick<Import, 'id' | 'state'>, tx?: Tx): Promise<boolean> => {
    if (state !== 'running' && state !== 'undoing') return false;
    const run = await jobs.findNewest('import.work', id, tx);
    return run !== null && (!isSettled(run) || run.state === 'waiting');
  };

  const runBatch = async (id: string, actorId: string | null, limits: AccessLimits | null = null): Promise<Import | null> => {
    const importer = { id: actorId, access: actorId === null ? SERVER.access : withLimits(await accessOf(actorId), actorId, limits) };
    return db.transaction(async (tx) => {
      const file = await lockImport(tx, id);
      const { entityType, created, updated, undone, undoSkipped, done } = file;
      const save = async (position: number, rows: number, counts: object, kind: 'imported' | 'import_undone', count: number) => {
        const at = clock.now();
        const row = await tx.import.update({ where: { id }, data: { ...counts, position, done: done + rows, updatedAt: at } });
        await log.append(tx, { kind: `${entityType}s.${kind}`, subject: { type: 'import', id }, actorId, data: { count }, at });
        return readImport(row);
      };
      if (file.state === 'running') {
        const batch = await importBatch(tx, deps, importer, file, BATCH_SIZE);
        if (!batch) return null;
        const counts = { created: created + batch.created, updated: updated + batch.updated };
        return save(batch.position, batch.rows, counts, 'imported', batch.created + batch.updated);
      }
      if (file.state === 'undoing') {
        const batch = await revertBatch(tx, deps, importer, file, BATCH_SIZE);
        if (!batch) return null;
        const counts = { undone: undone + batch.undone, undoSkipped: undoSkipped + batch.undoSkipped };
        return save(batch.position, batch.rows, counts, 'import_undone', batch.undone);
      }
      return null;
    }, BATCH_TIMEOUT);
  };

  const finish = async (tx: Tx, id: string, actorId: string | null): Promise<void> => {
    const file = await lockImport(tx, id);
    if (file.state === 'running') await setState(tx, file, actorId, 'done');
    if (file.state === 'undoing') await setState(tx, file, actorId, 'undone');
  };

  /** Stores the rows of a file under a new import. */
  const storeFile = async (viewer: Viewer, entityType: ImportNoun, fileName: string, file: SpooledFile): Promise<Import> => {
    const client = await db.pool.connect();
    const id = newId();
    try {
      await client.query('begin');
      await client.query(
        `insert into imports (id, entity_type, file_name, state, encoding, separator, header, columns, total, user_id, created_at, updated_at)
         values ($1, $2, $3, 'ready', $4, '', '{}', '{}', 0, $5, $6, $6)`,
        [id, entityType, fileName.slice(0, 200), file.encoding, viewer.id, clock.now()],
      );
      const { delimiter, header, total, sample, bytes } = await loadRows(client, id, file);
      await client.query('update imports set separator = $2, header = $3, columns = $4, total = $5, bytes = $6 where id = $1', [
        id,
        delimiter,
        header,
        matchColumns(entityType, header, sample),
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
    /** One import; null where there is none, or none that may be read: it belongs to whoever sent it. */
    find,

    /** The newest imports that may be read, of one entity type or person where they are given. */
    list: async (
      { access }: Reader,
      { entityType, userId }: { readonly entityType?: ImportNoun; readonly userId?: string },
      limit: number,
    ): Promise<readonly Import[]> => {
      const visible = IMPORT_NOUNS.filter((noun) => entityType === undefined || noun === entityType).map((noun) => {
        const owners = ownersOf(access.rows(noun));
        return { entityType: noun, ...(owners && { userId: { in: [...owners] } }) };
      });
      const where = { OR: visible, ...(userId !== undefined && { AND: { userId } }) };
      return (await db.prisma.import.findMany({ where, orderBy: { id: 'desc' }, take: limit })).map(readImport);
    },

    /** The first rows that cannot be imported. */
    listProblems: (id: string): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({
        where: { importId: id, problem: { not: null }, ...NOT_UNDO_SKIPPED },
        orderBy: { number: 'asc' },
        take: PREVIEW_PROBLEMS,
      }),

    /** The first rows that an undo skipped, and the reasons. */
    listUndoSkipped: (id: string): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({ where: { importId: id, outcome: 'kept' }, orderBy: { number: 'asc' }, take: PREVIEW_PROBLEMS }),

    listFirstRows: (id: string): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({ where: { importId: id }, orderBy: { number: 'asc' }, take: PREVIEW_ROWS }),

    /** Rows in the order of the file, after a row number. */
    listRows: (id: string, after: number, limit: number): Promise<ImportRow[]> =>
      db.prisma.importRow.findMany({ where: { importId: id, number: { gt: after } }, orderBy: { number: 'asc' }, take: limit }),

    upsertRows: createBulkUpsert(deps),

    /** Stores the rows of an uploaded file; nothing is imported yet. */
    upload: async (viewer: Viewer, request: { noun: string; fileName: string }, content: AsyncIterable<Buffer>): Promise<Import> => {
      const entityType =
        IMPORT_NOUNS.find((each) => each === request.noun) ?? invalidInput('noun', '`noun` must be customer, lead or trainingItem.');
      requirePermission(viewer, entityType, 'import');
      return limitUploads(viewer.id, async () => {
        // Before the upload is read. What the file adds is counted once its rows are stored.
        await assertStorageLimit(db.pool, viewer.id, 1);
        const file = await spoolToDisk(content);
        return storeFile(viewer, entityType, request.fileName, file).finally(file.remove);
      });
    },

    /**
     * Validates and matches every row with these columns, and saves the problems. `charge` takes the points it costs before it begins.
     * Throws `LimitExceeded` while the person or the server has too many dry runs in progress.
     */
    dryRun: createDryRun({ ...deps, lockImport }),

    /** Imports the rows without problems, or resumes an interrupted import. */
    start: (viewer: Viewer, id: string): Promise<Import> =>
      db.transaction(async (tx) => {
        const file = await lockImport(tx, id);
        requireImport(viewer, file);
        assertRetained(file);
        if (file.state !== 'ready' && file.state !== 'running') throw new Conflict('This file has already been imported.');
        if (file.problems === null) throw new Conflict('Check the file first.');
        const running = file.state === 'running' ? file : await setState(tx, file, viewer.id, 'running');
        await jobs.enqueue(tx, 'import.work', { importId: id, limits: limitsOf(viewer.credential) }, viewer.id);
        deps.securityLog.record('import.started', { actor: viewer, subjectId: id, noun: file.entityType, rows: file.total });
        return running;
      }),

    /** Reverts what an import did, except rows that somebody has changed or used since. */
    undo: async (viewer: Viewer, id: string): Promise<Import> =>
      db.transaction(async (tx) => {
        const file = await lockImport(tx, id);
        requireImport(viewer, file);
        assertRetained(file);
        if (file.state === 'ready' || file.state === 'undone') throw new Conflict('There is nothing to undo.');
        if (await isActive(file, tx)) throw new Conflict('This import is still running. Wait until it finishes.');
        const undoing = file.state === 'undoing' ? file : await setState(tx, file, viewer.id, 'undoing', { position: 0, done: 0 });
        await jobs.enqueue(tx, 'import.work', { importId: id, limits: limitsOf(viewer.credential) }, viewer.id);
        return undoing;
      }),

    /** Whether a job is at it. An import that is `running` or `undoing` without one was interrupted. */
    isActive: (file: Pick<Import, 'id' | 'state'>): Promise<boolean> => isActive(file),

    /** Appends an event when the job has failed. */
    onJobStateChange: async (
      tx: Tx,
      { importId }: { readonly importId: string },
      run: Pick<JobRun, 'state' | 'actorId'>,
    ): Promise<void> => {
      if (run.state !== 'failed') return;
      const file = await lockImport(tx, importId);
      await setState(tx, file, run.actorId, file.state);
    },

    /** The background job: one batch after the other, each in a transaction. */
    runJob: async ({ input: { importId, limits }, actorId, signal, report }: Job<JobInputs['import.work']>): Promise<JobOutcome> => {
      for (let file = await runBatch(importId, actorId, limits); file; file = await runBatch(importId, actorId, limits)) {
        await report({ done: file.done, total: file.total });
        signal.throwIfAborted();
      }
      // In the transaction that ends the job: an import that is shown as done can be undone at once.
      return { inTransaction: (tx) => finish(tx, importId, actorId) };
    },
  };
};
