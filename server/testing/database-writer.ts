/**
 * A server that tests kill: it opens the data folder given to it and writes rows without pause. It prints `ready <pid of PostgreSQL>`, then
 * each id once the database has acknowledged it. Started with `idle` it only opens the folder. Its log goes to stderr.
 */
import { connect } from '../database/connect.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';

const [dataDir = '', mode] = process.argv.slice(2);
const WRITERS = 4;

try {
  const embedded = await startEmbedded({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
  process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)));
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => connect(embedded.url, 'writer')));
  await clients[0]?.query('CREATE TABLE IF NOT EXISTS written (id bigserial PRIMARY KEY)');
  process.stdout.write(`ready ${embedded.pid}\n`);
  for (const client of mode === 'idle' ? [] : clients) write(client).catch(() => {});
} catch (error) {
  process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
  process.exit(1);
}

async function write(client: Awaited<ReturnType<typeof connect>>): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ id: string }>('INSERT INTO written DEFAULT VALUES RETURNING id');
    process.stdout.write(`${rows[0]?.id}\n`);
  }
}
