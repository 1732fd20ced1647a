/** `npm run db:migrate`: brings the database at DATABASE_URL to this version. The server does the same when it starts. */
import { loadEnvFile, readConfig } from '../config.ts';
import { waitForDatabase } from '../database/connect.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { runCli } from './command.ts';

await runCli(async (say) => {
  loadEnvFile();
  const { DATABASE_URL: url } = readConfig(process.env);
  if (!url) return say('DATABASE_URL is not set. The built-in database is migrated when the server starts.');
  await waitForDatabase(url);
  const applied = await migrate(url);
  say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
});
