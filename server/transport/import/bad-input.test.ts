import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const files = () => importer(ada);
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))));
const wide = (text: string, big = false) => {
  const little = Buffer.from(text, 'utf16le');
  return new Uint8Array(big ? little.swap16() : little);
};

/** Whether anything of a file was stored. */
const stored = async () => [await app.container.db.prisma.import.count(), await app.container.db.prisma.importRow.count()];

const TWO = 'Name,Email\nJosé,jo@example.com\n';

const refused = new Set<ClientRequest>();
/** Sends the beginning of a file and keeps the rest back. */
function startUpload() {
  const outgoing = request(`${app.url}/import?noun=customer`, {
    method: 'POST',
    headers: { cookie: ada.cookie(), 'content-type': 'text/csv' },
    agent: false,
  });
  outgoing.on('response', ({ statusCode }) => statusCode === 429 && refused.add(outgoing));
  outgoing.on('error', () => undefined).write(TWO);
  return outgoing;
}

describe('files that are sent together', () => {
  it('are read two at a time of one person; a third is refused until one is through', async () => {
    const uploads = [startUpload(), startUpload()];
    const third = async (by = ada) => (await importer(by).upload(TWO)).status;
    await expect
      .poll(async () => {
        const status = await third();
        // The third may have come before one of the two, which is then the one that was refused.
        for (const [at, upload] of uploads.entries()) if (refused.delete(upload)) uploads[at] = startUpload();
        return status;
      })
      .toBe(429);
    const [one, other] = uploads;
    expect(await third(await app.signUp('grace'))).toBe(201);
    one?.end();
    if (one) await once(one, 'response');
    await expect.poll(() => third()).toBe(201);
    other?.destroy();
    await app.container.db.prisma.import.deleteMany();
  });
});

describe('a file that looks unusual', () => {
  it.each([
    ['with a byte order mark', `\ufeff${TWO}`, 'utf-8', ','],
    ['with semicolons', TWO.replaceAll(',', ';'), 'utf-8', ';'],
    ['with tabs', TWO.replaceAll(',', '\t'), 'utf-8', '\t'],
    ['with bars', TWO.replaceAll(',', '|'), 'utf-8', '|'],
    ['with returns before its line ends', TWO.replaceAll('\n', '\r\n'), 'utf-8', ','],
    ['in Latin-1', bytes('Name,Email\nJos', [0xe9], ',jo@example.com\n'), 'windows-1252', ','],
    ['in UTF-16', wide(`\ufeff${TWO}`), 'utf-16le', ','],
    ['in UTF-16, the other way round', wide(`\ufeff${TWO}`, true), 'utf-16be', ','],
    ['in UTF-16 without a mark', wide(TWO), 'utf-16le', ','],
    ['in UTF-16 without a mark, the other way round', wide(TWO, true), 'utf-16be', ','],
    ['with empty rows', `\n\n${TWO},\n\n`, 'utf-8', ','],
  ])('%s is read', async (_what, content, encoding, separator) => {
    const { status, body } = await files().upload(content);
    expect([status, body]).toMatchObject([201, { encoding, separator, header: ['Name', 'Email'], columns: ['name', 'email'], total: 1 }]);
    const { data } = await ada.graph('query($id: ID!) { import(id: $id) { sample { cells } } }', { id: idOf(body) });
    expect(Object(data).import.sample).toEqual([{ cells: ['José', 'jo@example.com'] }]);
  });

  it('with line ends, quotes and separators inside quotes keeps them in their cells', async () => {
    const { body } = await files().upload('Name;Notes\n"Jo ""J""; & Co";"a\nb; c"\r\nMeg;d\n', 'lead');
    const { data } = await ada.graph('query($id: ID!) { import(id: $id) { sample { number cells } } }', { id: idOf(body) });
    expect(Object(data).import.sample).toEqual([
      { number: 2, cells: ['Jo "J"; & Co', 'a\nb; c'] },
      { number: 3, cells: ['Meg', 'd'] },
    ]);
  });
});

const NO_ROWS = 'The file has no rows. Put the column names in the first row and the data below it.';
const WORKBOOK = 'This is an Excel workbook, not a CSV file. Save the sheet as CSV and upload that.';

describe('a file that cannot be read', () => {
  it.each([
    ['of no bytes', '', NO_ROWS],
    ['of blanks', ' \n\n,,\n', NO_ROWS],
    ['of a byte order mark', '\ufeff', NO_ROWS],
    ['of a header', 'Name,Email\n', NO_ROWS],
    ['that is a workbook', bytes('PK', [3, 4, 20, 0, 6, 0]), WORKBOOK],
    ['that is an old workbook', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), WORKBOOK],
    ['with a quote that never ends', 'Name\n"Jo\n', 'Row 2 has an unclosed quotation mark.'],
    [
      'with a quote that never ends far below',
      `Name,Email\n${'Jo,\n'.repeat(5_000)}"Meg,\n${'Amy,\n'.repeat(3)}`,
      'Row 5002 has an unclosed quotation mark.',
    ],
    [
      'with a quote that never ends before much else',
      `Name,Email\nJo,\n"Meg,\n${'x'.repeat(80).concat('\n').repeat(60_000)}`,
      'Row 3 is longer than 4 MB. It may have an unclosed quotation mark.',
    ],
    ['with very many columns', `${'a,'.repeat(100)}a\nb\n`, 'The file has 101 columns. The limit is 100.'],
    ['with very many rows', `Name\n${'x\n'.repeat(200_001)}`, 'The file has more than 200,000 rows. Split it into several.'],
  ])('%s is refused with a sentence and leaves nothing', async (_what, content, message) => {
    const before = await stored();
    const { status, body } = await files().upload(content);
    expect([status, body]).toEqual([400, { message }]);
    expect(await stored()).toEqual(before);
  });

  /** Begins to send a file and never ends; returns what the server sent meanwhile. */
  async function beginToSend(head: string, part: Buffer, parts: number): Promise<string> {
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST /import?noun=lead HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${ada.cookie()}\r\ncontent-type: text/csv\r\n${head}\r\n\r\n`,
    );
    Readable.from(Array.from({ length: parts }, () => part)).pipe(socket, { end: false });
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    return received;
  }

  it('and is too large is rejected before it is sent, by its declared size', async () => {
    const before = await stored();
    const received = await beginToSend('content-length: 900000000', Buffer.from('Name\n'), 1);
    expect(received).toMatch(/^HTTP\/1.1 400 /);
    expect(received).toContain('{"message":"The file is larger than 50 MB. Split it into several."}');
    expect(await stored()).toEqual(before);
  });

  it('and does not say how large it is, is refused where it grew too large', async () => {
    const before = await stored();
    const chunk = Buffer.from(`f4240\r\n${'x'.repeat(1_000_000)}\r\n`);
    expect(await beginToSend('transfer-encoding: chunked', chunk, 51)).toContain(
      '{"message":"The file is larger than 50 MB. Split it into several."}',
    );
    expect(await stored()).toEqual(before);
  });
});

describe('a header', () => {
  it('with a repeated column uses the first, with a warning', async () => {
    const { body } = await files().upload('Name,Email,Colour,email,E-Mail,colour,Mail address\nJo,a@example.com,,b@example.com,,,\n');
    expect(body).toMatchObject({
      columns: ['name', 'email', '', '', '', '', ''],
      notices: [
        'Columns 2, 4 and 5 are called “Email”, “email” and “E-Mail”. Column 2 is used for Email; choose another if that is wrong.',
        'Columns 3 and 6 are called “Colour” and “colour”.',
      ],
    });
    const id = idOf(body);
    expect((await files().look(id)).notices).toHaveLength(2);
    expect((await files().check(id, ['name', 'email', '', 'email', '', '', ''])).message).toBe(
      'Two columns are mapped to Email. Choose one.',
    );
    expect(await files().check(id, ['name', '', '', 'email', '', '', ''])).toMatchObject({ problemCount: 0, wouldCreate: 1 });
  });

  it('with identical repeated columns names them once in the warning', async () => {
    const { body } = await files().upload('Name,Name\nJo,March\n');
    expect(Object(body).notices).toEqual([
      'Columns 1 and 2 are both called “Name”. Column 1 is used for Name; choose another if that is wrong.',
    ]);
  });
});

describe('a row', () => {
  const problemsOf = async (content: string, noun = 'customer') => {
    const { body } = await files().upload(content, noun);
    return (await files().check(idOf(body), Object(body).columns)).problems;
  };

  it('with fewer cells than the header is accepted, and one with more is not', async () => {
    const problems = await problemsOf('Name,Email,Phone\nJo\nMeg,meg@example.com,1,,\nAmy,amy@example.com,1,Concord,MA\n');
    expect(problems).toEqual([{ number: 4, problem: 'The row has 5 cells, but the header has 3 columns.' }]);
  });

  it('with a cell of a megabyte is named, and does not stop the others', async () => {
    const large = 'x'.repeat(1_048_576);
    expect(await problemsOf(`Name,Notes\n${large},\nJo,${large}\nMeg,fine\n`, 'lead')).toEqual([
      { number: 2, problem: 'Name: Please keep this under 200 characters' },
      { number: 3, problem: 'Notes: Please keep this under 5,000 characters' },
    ]);
  });

  it('with only a short phone number matches no existing record', async () => {
    expect(await problemsOf('Name,Phone\nJo,112\nMeg,112\nAmy,555 0100 22\nBeth,555-0100-22\n')).toEqual([
      { number: 5, problem: 'Same customer as row 4.' },
    ]);
  });
});
