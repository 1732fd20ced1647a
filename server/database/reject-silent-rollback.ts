import pg from 'pg';
import { CommitUnconfirmed, isUnavailable } from './database-errors.ts';

/**
 * After a failed statement PostgreSQL answers COMMIT with a rollback and no error, which Prisma takes for a commit: code that swallowed
 * the error would report success. On these connections such a COMMIT throws, and one without an answer says so.
 */
export function rejectSilentRollback(client: pg.ClientBase): void {
  const query = client.query.bind(client);
  const checked = (...args: readonly unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, client, args);
    return isCommit(args[0]) && answer instanceof Promise ? answer.then(assertCommitted, rejectUnconfirmed) : answer;
  };
  Reflect.set(client, 'query', checked);
}

const isCommit = (query: unknown): boolean => query === 'COMMIT' || (query instanceof Object && Reflect.get(query, 'text') === 'COMMIT');

function assertCommitted(answer: unknown): unknown {
  if (answer instanceof pg.Result && answer.command === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: a statement failed and its error was ignored.');
  }
  return answer;
}

function rejectUnconfirmed(error: unknown): never {
  throw isUnavailable(error) ? new CommitUnconfirmed({ cause: error }) : error;
}
