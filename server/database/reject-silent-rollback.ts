import pg from 'pg';

/**
 * After a failed statement PostgreSQL answers COMMIT with a rollback and no error, and Prisma takes the answer for a commit: code that
 * swallowed the failure would tell its user that something was saved. On these connections such a COMMIT throws.
 */
export function rejectSilentRollback(client: pg.ClientBase): void {
  const query = client.query.bind(client);
  const honest = (...args: readonly unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, client, args);
    return isCommit(args[0]) && answer instanceof Promise ? answer.then(demandCommit) : answer;
  };
  Reflect.set(client, 'query', honest);
}

const isCommit = (query: unknown): boolean => query === 'COMMIT' || (query instanceof Object && Reflect.get(query, 'text') === 'COMMIT');

function demandCommit(answer: unknown): unknown {
  if (answer instanceof pg.Result && answer.command === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: a statement failed and its error was ignored.');
  }
  return answer;
}
