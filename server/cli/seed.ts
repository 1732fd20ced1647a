/** `npm run db:seed`: builds the demo world in the empty database at DATABASE_URL. The first start without one does it by itself. */
import { seedDemoData } from '#prisma/seed.ts';
import { systemClock } from '../clock.ts';
import { loadEnvFile, readConfig } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import { waitForDatabase } from '../database/connect.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { readDemoState } from '../demo.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const url = config.DATABASE_URL;
  if (!url) return print('No DATABASE_URL: the first start builds the demo world in the built-in database.');
  await waitForDatabase(url);
  await migrate(url);
  const db = openDatabase({ url, poolSize: 4 });
  try {
    const { seed } = await readDemoState(db, { wanted: config.DEMO ?? 'on', embedded: false });
    if (!seed) throw new Error('The demo world goes into an empty database only, and never where DEMO=off.');
    await seedDemoData({ config, db, now: systemClock.now() });
    print('The demo world is built.');
  } finally {
    await db.close();
  }
});
