/** `npm run db:migrate`: applies pending migrations to the database at DATABASE_URL. The server does the same when it starts. */
import { loadEnvFile, readConfig } from '../config.ts';
import { waitForDatabase } from '../database/connect.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  loadEnvFile();
  const { DATABASE_URL: url } = readConfig(process.env);
  if (!url) return print('DATABASE_URL is not set. The built-in database is migrated when the server starts.');
  await waitForDatabase(url);
  const applied = await migrate(url);
  print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
});
