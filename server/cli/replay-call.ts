/**
 * `npm run replay-call -- file`: plays a transcript at speaking pace against a running server, as telephony would send it.
 * `--url` (http://127.0.0.1:4000), `--username` and `--password` (demo, callboard), `--speed` (1), `--call` (made of the time).
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { playCall } from './call-player.ts';
import { runCli } from './run-cli.ts';

await runCli(async (print) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      username: { type: 'string', default: 'demo' },
      password: { type: 'string', default: 'callboard' },
      speed: { type: 'string', default: '1' },
      call: { type: 'string', default: `call_${systemClock.now().getTime()}` },
    },
  });
  const [file] = positionals;
  const speed = Number(values.speed);
  if (!file) throw new Error('Usage: npm run replay-call -- docs/calls/too-expensive.txt');
  if (!(speed > 0)) throw new Error('--speed must be greater than 0');
  const { url, username, password, call } = values;
  await playCall({ url, username, password, callId: call, speed, transcript: await readFile(file, 'utf8'), print });
});
