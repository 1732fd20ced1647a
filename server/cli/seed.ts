/** `npm run db:seed`: creates the demo data in the empty database at DATABASE_URL. The built-in database gets it on the first start. */
import { seedDemoData } from '#prisma/seed.ts';
import { systemClock } from '../clock.ts';
import { loadEnvFile, readConfig } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import { waitForDatabase } from '../database/connect.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { readDemoState } from '../start/demo-state.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const url = config.DATABASE_URL;
  if (!url) return print('DATABASE_URL is not set. The built-in database gets the demo data on its first start.');
  await waitForDatabase(url);
  await migrate(url);
  const db = openDatabase({ url, poolSize: 4 });
  try {
    const { seed } = await readDemoState(db, { wanted: config.DEMO ?? 'on', embedded: false });
    if (!seed) throw new Error('Demo data can only be created in an empty database, and not with DEMO=off.');
    await seedDemoData({ config, db, now: systemClock.now() });
    print('Demo data created.');
  } finally {
    await db.close();
  }
});
