import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runWithOrigin } from '#server/request-origin.ts';
import { reserveLargeResponse } from './large-responses.ts';

const MB = 1024 * 1024;
/** Bytes one response may have; a person's may hold three times as many together, everybody's six times. */
const LIMIT = 4 * MB;

const acquire = (person: string, response: ServerResponse | null = null) =>
  runWithOrigin(
    {
      address: '10.0.0.1',
      transport: 'graphql',
      userAgent: null,
      response,
      actor: { id: person, username: person, credentialId: null },
      isRefusalLogged: false,
    },
    () => reserveLargeResponse(LIMIT),
  );

const REFUSAL = {
  code: 'TOO_MANY_IN_PROGRESS',
  message: 'At most 12 MB of large responses per person may be in progress. Request fewer rows, or try again in a few seconds.',
};

describe('large responses', () => {
  it('of one person hold a bounded number of characters together, and small ones hold none', () => {
    const [first, second, small] = [acquire('ada'), acquire('ada'), acquire('ada')];
    expect([first.add(MB), first.add(8 * MB), second.add(MB), second.add(4 * MB)]).toEqual([null, null, null, null]);
    expect(second.add(1)).toMatchObject(REFUSAL);
    expect(small.add(MB)).toBeNull();
    for (const each of [first, second, small]) each.releaseWhenSent();
    const next = acquire('ada');
    expect([next.add(MB), next.add(12 * MB)]).toEqual([null, null]);
    next.releaseWhenSent();
  });

  it('of two people together stay below the limit of all', () => {
    const all = ['ada', 'beth', 'cleo'].map((person) => acquire(person));
    for (const each of all) each.add(MB);
    expect(all.map((each) => each.add(12 * MB))).toMatchObject([null, null, REFUSAL]);
    for (const each of all) each.releaseWhenSent();
  });

  it('keep their share of the limit until they are sent or their client disconnects', async () => {
    const acquired = Promise.withResolvers<void>();
    const server = createServer((_request, response) => {
      const large = acquire('ada', response);
      large.add(MB);
      large.add(12 * MB);
      large.releaseWhenSent();
      response.end('x'.repeat(64 * MB));
      acquired.resolve();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port }: AddressInfo = Object(server.address());
    const request = get({ port, host: '127.0.0.1' }, (response) => response.pause());
    request.on('error', () => undefined);
    await acquired.promise;
    const other = acquire('ada');
    other.add(MB);
    expect(other.add(1)).toMatchObject(REFUSAL);
    request.destroy();
    await expect.poll(() => other.add(1)).toBeNull();
    other.releaseWhenSent();
    server.close();
  });
});
