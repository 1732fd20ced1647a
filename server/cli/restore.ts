/** `npm run restore -- file`: restores a backup into an empty database. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { loadEnvFile, readConfig } from '../config.ts';
import { splitLines } from '../database/backup/file.ts';
import { type RestoreResult, restoreBackup } from '../database/backup/restore.ts';
import { InvalidBackup } from '../database/database-errors.ts';
import { withRestoreTarget } from '../database/resolve-database.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Usage: npm run restore -- callboard.backup.gz');
  const source = createReadStream(file);
  await new Promise((resolve, reject) => source.once('open', resolve).once('error', () => reject(new Error(`Cannot read ${file}.`))));
  const { rows, revokedTokens } = await withRestoreTarget({ config, log: print }, async (url) => {
    let restored: RestoreResult = { rows: 0, revokedTokens: 0 };
    const lines = async (chunks: AsyncIterable<Buffer>) => {
      restored = await restoreBackup(url, splitLines(chunks));
    };
    await pipeline(source, createGunzip(), lines).catch(explain);
    return restored;
  });
  print(`Restored ${rows} rows.`);
  print(`Everyone was signed out and ${revokedTokens} API tokens were revoked, because some may have ended after the backup was made.`);
  print('Passwords and closed accounts are those of the backup. Check them with npm run users, then start the server.');
});

function explain(error: unknown): never {
  const damaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  throw damaged ? new InvalidBackup('Not a complete Callboard backup.', { cause: error }) : error;
}
