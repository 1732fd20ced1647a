/** `npm run db:new -- name`: writes the migration that brings the existing ones up to prisma/schema.prisma. */
import { draftMigration } from '../database/migrations/diff-schema.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  const name = process.argv.slice(2).join(' ');
  if (!/[a-z0-9]/i.test(name)) throw new Error('Usage: npm run db:new -- add_lead_owner');
  const file = await draftMigration(name);
  print(file ? `Wrote ${file}. Review it before you commit it.` : 'The migrations already match prisma/schema.prisma.');
});
