/** `npm run check`: fails, with the missing SQL, when the migrations do not produce prisma/schema.prisma. */
import { detectDrift } from '../database/migrations/diff-schema.ts';
import { withScratchDatabase } from '../database/with-temp-database.ts';
import { command } from './command.ts';

await command(async (say) => {
  const missing = await withScratchDatabase((url) => detectDrift(url));
  if (missing) throw new Error(`The migrations do not produce prisma/schema.prisma. Missing (npm run db:new -- name):\n\n${missing}`);
  say('The migrations produce prisma/schema.prisma.');
});
