import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createSharedResults } from '../graphql/subscriptions/shared-results.ts';
import { frame } from './frame.ts';

const shared = (name: string) =>
  createSharedResults().of({ document: parse('{ name }'), variables: {} })(1n, async () => ({ data: { name } }));

// The lengths around which a frame says its length in another way (RFC 6455, 5.2).
it.each([
  [60, '813c'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('a message of %i bytes begins with its length', async (length, start) => {
  const head = '{"id":"ü",';
  const empty = Buffer.byteLength(`${head}"payload":{"data":{"name":""}}}`);
  const name = 'x'.repeat(length - empty);
  const bytes = frame(await shared(name), head);
  expect(bytes.toString('hex', 0, start.length / 2)).toBe(start);
  expect(bytes.toString('utf8', start.length / 2)).toBe(`${head}"payload":{"data":{"name":"${name}"}}}`);
});

it('the same result goes out under each client’s own name', async () => {
  const result = await shared('Jo “the quick” March');
  const [one, other, again] = ['{"id":"1",', '{"id":"another",', '{"id":"1",'].map((head) => frame(result, head));
  expect(one?.subarray(2).toString()).toBe('{"id":"1","payload":{"data":{"name":"Jo “the quick” March"}}}');
  expect(other?.subarray(2).toString()).toBe('{"id":"another","payload":{"data":{"name":"Jo “the quick” March"}}}');
  expect(again).toEqual(one);
});
