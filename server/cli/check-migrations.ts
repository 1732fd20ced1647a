/** `npm run check`: fails, with the missing SQL, when the migrations do not produce prisma/schema.prisma. */
import { detectDrift } from '../database/migrations/diff-schema.ts';
import { withTempDatabase } from '../database/with-temp-database.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  const missing = await withTempDatabase((url) => detectDrift(url));
  if (missing) throw new Error(`The migrations do not match prisma/schema.prisma. Run npm run db:new -- <name>. Missing:\n\n${missing}`);
  print('The migrations match prisma/schema.prisma.');
});
