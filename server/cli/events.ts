/** `npm run events`: lists and replays dead letters, events that a consumer could not handle. Works whether or not the server runs. */
import { createDeadLetters, type DeadLetters, REPLAY_MAX } from '#domain/dead-letter/service.ts';
import { eventConsumers } from '#domain/event-consumers.ts';
import { createNotifications } from '#domain/notification/service.ts';
import { SERVER } from '#domain/viewer.ts';
import type { DeadLetter } from '#prisma/generated/client.ts';
import { systemClock as clock } from '../clock.ts';
import { loadEnvFile, readConfig } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import { withDatabase } from '../database/resolve-database.ts';
import { eventLog as log } from '../events/event-log.ts';
import { createIds } from '../ids.ts';
import { runCli } from './run-cli.ts';

const USAGE = 'Usage: npm run events -- dead-letters | replay <id|all>';
/** How many dead letters are listed. */
const LISTED = 100;

const describe = ({ id, consumer, eventSeq, eventKind, attempts, firstFailedAt, lastFailedAt, replayedAt, error }: DeadLetter): string =>
  [
    ...[id, consumer, `event ${eventSeq}`, eventKind, `${attempts} attempts`],
    `${firstFailedAt.toISOString()} to ${lastFailedAt.toISOString()}`,
    replayedAt ? `replayed ${replayedAt.toISOString()}` : error.replace(/\s+/g, ' '),
  ].join('\t');

async function list(deadLetters: DeadLetters): Promise<string> {
  const page = await deadLetters.list(SERVER, { replayed: false }, { first: LISTED });
  if (page.rows.length === 0) return 'No dead letters to replay.';
  return [...page.rows.map(describe), ...(page.hasNext ? [`The newest ${LISTED} of ${await page.total()}.`] : [])].join('\n');
}

/** Oldest first, so that the order of events is preserved. */
async function replayAll(deadLetters: DeadLetters): Promise<readonly DeadLetter[]> {
  const replayed: DeadLetter[] = [];
  for (let before: string | null = null; ; ) {
    const page = await deadLetters.list(SERVER, { replayed: false }, { last: REPLAY_MAX, before });
    const oldest = page.rows.toReversed();
    replayed.push(
      ...(await deadLetters.replay(
        SERVER,
        oldest.map(({ id }) => id),
      )),
    );
    const newest = page.rows[0];
    if (!page.hasPrevious || !newest) return replayed;
    before = page.cursor(newest);
  }
}

async function replay(deadLetters: DeadLetters, id: string): Promise<string> {
  const letters = id === 'all' ? await replayAll(deadLetters) : await deadLetters.replay(SERVER, [id]);
  if (letters.length === 0) return id === 'all' ? 'No dead letters to replay.' : `Dead letter ${id} not found.`;
  const failed = letters.filter(({ replayedAt }) => replayedAt === null);
  return [...letters.map(describe), `${letters.length - failed.length} replayed, ${failed.length} failed again.`].join('\n');
}

await runCli(async (print) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const [verb, id] = process.argv.slice(2);
  if (verb !== 'dead-letters' && !(verb === 'replay' && id)) throw new Error(USAGE);
  await withDatabase({ config, log: () => {} }, async (url) => {
    const db = openDatabase({ url, poolSize: 2 });
    try {
      const notifications = createNotifications({ db, log, clock, newId: createIds(clock) });
      const deadLetters = createDeadLetters({ db, clock, consumers: eventConsumers({ log, clock, notifications }) });
      print(verb === 'replay' && id ? await replay(deadLetters, id) : await list(deadLetters));
    } finally {
      await db.close();
    }
  });
});
