/** `npm run check`: fails, with the missing SQL, when the migrations do not produce prisma/schema.prisma. */
import { drift } from '../database/migrations/draft.ts';
import { withScratchDatabase } from '../database/scratch.ts';
import { command } from './command.ts';

await command(async (say) => {
  const missing = await withScratchDatabase((url) => drift(url));
  if (missing) throw new Error(`The migrations do not produce prisma/schema.prisma. Missing (npm run db:new -- name):\n\n${missing}`);
  say('The migrations produce prisma/schema.prisma.');
});
