import { createServer } from 'node:net';
import { freePort } from '#server/database/embedded/server.ts';

const INT = 23;
const TEXT = 25;

/** One message of PostgreSQL's protocol. */
function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const short = (number: number) => Buffer.from([number >> 8, number & 255]);
const long = (number: number) => Buffer.from([0, 0, number >> 8, number & 255]);
const name = (text: string) => Buffer.from(`${text}\0`);
const field = (text: string, type: number) => Buffer.concat([name(text), long(0), short(0), long(type), short(65_535), Buffer.alloc(6)]);
const value = (text: string) => Buffer.concat([long(text.length), Buffer.from(text)]);
const ready = message('Z', Buffer.from('I'));

/** A server that claims to be this version of PostgreSQL, such as 14.11, in reply to any query. */
export async function startFakePostgres(version: string): Promise<{ readonly url: string; close(): void }> {
  const [major, minor] = version.split('.').map(Number);
  const versionNumber = String((major ?? 0) * 10_000 + (minor ?? 0));
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', long(0)), ready]));
      socket.on('data', (request) => {
        if (request.toString('latin1', 0, 1) !== 'Q') return socket.end();
        const columns = message('T', short(2), field('number', INT), field('version', TEXT));
        return socket.write(
          Buffer.concat([columns, message('D', short(2), value(versionNumber), value(version)), message('C', name('SELECT 1')), ready]),
        );
      });
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `postgresql://callboard@127.0.0.1:${port}/callboard`, close: () => server.close() };
}
