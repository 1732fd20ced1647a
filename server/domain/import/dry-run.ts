import { fieldsOfImport, IMPORT_LIMITS } from '#contract/import.ts';
import { createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { invalidInput, quoted } from '../query/invalid-input.ts';
import type { Viewer } from '../viewer.ts';
import { dedupe } from './dedupe.ts';
import { matchRows, type Problem, rowsAfter, sameAlready } from './match-rows.ts';
import { readRow } from './rows.ts';
import { type Import, readImport } from './stored.ts';
import { withoutQueue } from './upload-limit.ts';

/** Rows of one transaction. Between batches the connection is free for others. */
const BATCH_SIZE = 5_000;

// Writes the problems of a range of rows and removes those of an earlier dry run, touching only what differs.
const NOTE_PROBLEMS = `
  update import_rows set problem = note.problem
  from import_rows as row left join jsonb_to_recordset($4::jsonb) as note(number int, problem text) using (number)
  where row.import_id = $1 and row.number between $2::int and $3::int and import_rows.import_id = row.import_id
    and import_rows.number = row.number and import_rows.problem is distinct from note.problem`;

const { person, server, rowsPerPoint } = IMPORT_LIMITS.dryRuns;

interface DryRunDeps extends Pick<ServiceDeps, 'db' | 'clock' | 'newId'> {
  /** The import, locked until the transaction ends. Throws `NotFound`. */
  lockImport(tx: Tx, id: string): Promise<Import>;
}

/** The points a dry run costs. */
const dryRunPoints = (rows: number): number => Math.ceil(rows / rowsPerPoint);

/** Reads files as they would be imported, changing nothing but what is said of their rows, a batch a transaction. */
export function createDryRun({ db, clock, newId, lockImport }: DryRunDeps) {
  const limit = createPersonAndServerLimiter({
    person: withoutQueue(person, `At most ${person} dry run per person may be in progress. Wait until yours finishes.`),
    server: withoutQueue(server, `At most ${server} dry runs may be in progress on a server. Try again in a moment.`),
  });

  /** The import, as long as nobody started another dry run of it or imported it. */
  const lockOwn = async (tx: Tx, id: string, runId: string): Promise<Import> => {
    const file = await lockImport(tx, id);
    if (file.dryRunId !== runId || file.state !== 'ready') throw new Conflict('Another dry run of this file was started. Use its result.');
    return file;
  };

  const begin = (id: string, columns: readonly string[], charge: (points: number) => void) =>
    db.transaction(async (tx) => {
      const file = await lockImport(tx, id);
      if (file.state !== 'ready') throw new Conflict('This file was imported already.');
      assertColumns(file, columns);
      charge(dryRunPoints(file.total));
      // Without a result it cannot be imported, so one that stops half way leaves nothing to go by.
      const result = { problems: null, wouldCreate: null, wouldUpdate: null };
      const data = { columns: [...columns], dryRunId: newId(), ...result, updatedAt: clock.now() };
      return readImport(await tx.import.update({ where: { id }, data }));
    });

  const run = async (file: Import): Promise<Import> => {
    const { id, entityType, columns } = file;
    const runId = file.dryRunId ?? '';
    const repeatOf = dedupe(entityType);
    const weigh = matchRows(entityType);
    const result = { problems: 0, wouldCreate: 0, wouldUpdate: 0 };

    const checkBatch = async (tx: Tx, after: number): Promise<number | null> => {
      await lockOwn(tx, id, runId);
      const rows = await rowsAfter(tx, id, after, BATCH_SIZE);
      const last = rows.at(-1);
      if (!last) return null;
      const found: Problem[] = [];
      const fitting = rows.flatMap(({ number, cells }) => {
        const { fields, problem } = readRow(entityType, columns, cells);
        const before = fields && repeatOf(fields, number);
        if (problem !== null) found.push({ number, problem });
        else if (before !== null) found.push({ number, problem: sameAlready(before, entityType) });
        else return [{ number, fields }];
        return [];
      });
      const { taken, problems } = await weigh(tx, fitting);
      found.push(...problems);
      await tx.$executeRawUnsafe(NOTE_PROBLEMS, id, after + 1, last.number, JSON.stringify(found));
      result.problems += found.length;
      result.wouldCreate += taken.filter(({ becomes }) => becomes === 'created').length;
      result.wouldUpdate += taken.filter(({ becomes }) => becomes === 'updated').length;
      return last.number;
    };

    let after: number | null = 0;
    while (after !== null) {
      const from: number = after;
      after = await db.transaction((tx) => checkBatch(tx, from), { timeout: 30_000 });
    }
    return db.transaction(async (tx) => {
      await lockOwn(tx, id, runId);
      return readImport(await tx.import.update({ where: { id }, data: { ...result, updatedAt: clock.now() } }));
    });
  };

  return (viewer: Viewer, id: string, columns: readonly string[], charge: (points: number) => void = () => {}): Promise<Import> =>
    limit(viewer.id, async () => run(await begin(id, columns, charge)));
}

function assertColumns({ entityType, header }: Import, columns: readonly string[]): void {
  if (columns.length !== header.length)
    invalidInput('columns', `The file has ${header.length} columns; \`columns\` names ${columns.length}.`);
  const fields = fieldsOfImport(entityType);
  for (const [at, field] of columns.entries()) {
    const known = fields.find((each) => each.field === field);
    if (field !== '' && !known) invalidInput('columns', `A ${entityType} has no field ${quoted(field)}.`);
    if (known && columns.indexOf(field) !== at) invalidInput('columns', `Two columns are to be the ${known.label}; choose one of them.`);
  }
  if (!columns.includes('name')) throw new Invalid([{ path: 'columns', message: 'Say which column is the Name.' }]);
}
