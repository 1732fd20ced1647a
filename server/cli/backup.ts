/** `npm run backup -- file`: writes a consistent snapshot of the database to a file. The server may keep running. */
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { systemClock } from '../clock.ts';
import { loadEnvFile, readConfig } from '../config.ts';
import { writeBackup } from '../database/backup/write.ts';
import { connect } from '../database/connect.ts';
import { withDatabase } from '../database/resolve-database.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const [name] = process.argv.slice(2);
  if (!name) throw new Error('Usage: npm run backup -- callboard.backup.gz');
  const file = resolve(name);
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`);
  const unfinished = `${file}.unfinished`;
  await withDatabase({ config, log: print }, async (url) => {
    const client = await connect(url, 'callboard-backup');
    try {
      const source = Readable.from(writeBackup(client, systemClock.now()));
      await pipeline(source, createGzip(), createWriteStream(unfinished, { mode: 0o600, flush: true }));
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    } finally {
      await client.end();
    }
  });
  const { size } = await stat(file);
  print(`Backup written to ${file} (${(size / 1_000_000).toFixed(1)} MB).`);
});
