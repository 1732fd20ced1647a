import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCallRail } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT, type ApiCall } from '#server/testing/emulators/callrail/calls.ts';
import { FAULTS } from '#server/testing/emulators/callrail/faults.ts';
import { callRail } from './http.ts';
import type { CallPage } from './port.ts';

const CALLS: readonly ApiCall[] = Array.from({ length: 230 }, (_, n) => ({
  id: `CAL${n}`,
  customer_name: n % 2 ? 'Jo' : null,
  customer_phone_number: '+15550101234',
  duration: n,
  start_time: '2026-11-20T09:30:00.000-05:00',
  transcription: n % 5 ? `Call ${n}` : null,
}));

let rail: Awaited<ReturnType<typeof openCallRail>>;
beforeEach(async () => {
  rail = await openCallRail(CALLS);
});
afterEach(() => rail.close());

const tracker = (overrides: object = {}) =>
  callRail({ apiKey: ACCOUNT.key, accountId: ACCOUNT.id, baseUrl: rail.baseUrl, timeoutMs: 200, ...overrides });

describe('CallRail', () => {
  it('returns the name of the account', async () => expect(await tracker().test()).toBe('Brasswick Coffee'));

  it('returns its newest calls, page after page, up to the requested number', async () => {
    const calls = await tracker().recentCalls(210);
    expect(calls).toHaveLength(210);
    expect(rail.requests).toHaveLength(3);
    expect(calls[1]).toEqual({
      id: 'CAL1',
      customerName: 'Jo',
      customerPhone: '+15550101234',
      duration: 1,
      startedAt: new Date('2026-11-20T14:30:00.000Z'),
      transcript: 'Call 1',
    });
    expect(calls[0]?.transcript).toBeNull();
    expect(await tracker().recentCalls(1_000)).toHaveLength(230);
  });

  it('returns everything since a day, by the page links of the response', async () => {
    const since = new Date('2026-11-18T22:00:00.000Z');
    await rail.close();
    rail = await openCallRail(Array.from({ length: 600 }, (_, n) => ({ id: `CAL${n}`, start_time: '2026-11-20T09:30:00Z' })));
    const ids: string[] = [];
    for (let sortKey: string | null = null, first = true; first || sortKey; first = false) {
      const page: CallPage = await tracker().callsSince(since, sortKey);
      ids.push(...page.calls.map(({ id }) => id));
      sortKey = page.next;
    }
    expect(ids).toEqual(Array.from({ length: 600 }, (_, n) => `CAL${n}`));
    const requests = rail.requests.map((path) => new URL(path, rail.baseUrl).searchParams);
    expect(requests.map((page) => [page.get('relative_pagination'), page.get('start_date'), page.get('page')])).toEqual(
      Array.from({ length: 3 }, () => ['true', '2026-11-18', null]),
    );
    await expect(tracker().callsSince(new Date('2020-01-01'), null)).rejects.toThrow('CallRail rejected the request (400)');
  });

  it('sends its key to no other host', async () => {
    const elsewhere = await openCallRail([]);
    const next_page = `${elsewhere.baseUrl}/v3/a/ACC1/calls.json?offset=250`;
    rail.fail((response) => void response.end(JSON.stringify({ calls: [{ id: 'CAL1' }], has_next_page: true, next_page })));
    await expect(tracker().callsSince(new Date(), null)).rejects.toThrow('unexpected URL');
    rail.fail(null);
    await tracker().callsSince(new Date('2026-11-01'), next_page);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('returns one call, or null', async () => {
    expect(await tracker().call('CAL7')).toMatchObject({ id: 'CAL7', transcript: 'Call 7' });
    expect(await tracker().call('CAL999')).toBeNull();
  });

  it.each([
    [{}, null],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
  ])('reads the delay to wait from %o', async (headers, retryAfter) => {
    rail.fail(FAULTS.status(429, headers));
    await expect(tracker().recentCalls(5)).rejects.toMatchObject({ temporary: true, retryAfter });
    rail.fail(FAULTS.status(401));
    await expect(tracker().recentCalls(5)).rejects.toMatchObject({ temporary: false });
  });

  it.each([
    ['+1 (555) 010-1234', '+15550101234'],
    ['555.010.1234', '+15550101234'],
    ['1-555-010-1234', '+15550101234'],
    ['+44 20 7946 0958', '+442079460958'],
    ['anonymous', 'anonymous'],
    ['', null],
  ])('converts the number %j to the international format', async (customer_phone_number, customerPhone) => {
    rail.knows([{ id: 'CAL1', customer_phone_number }]);
    expect(await tracker().call('CAL1')).toMatchObject({ customerPhone });
  });

  it('reads a transcript in parts, and survives malformed calls', async () => {
    await rail.close();
    const chunks = [{ speaker: 'agent', phrase: 'Hello' }, { speaker: 'customer', text: 'Hi' }, { phrase: '' }];
    const odd = [
      { id: 'A', transcription: chunks, duration: '17', start_time: 'soon' },
      JSON.parse('null'),
      { id: 'B', transcription: 42 },
    ];
    rail = await openCallRail(odd);
    expect(await tracker().recentCalls(50)).toMatchObject([
      { id: 'A', transcript: 'Rep: Hello\nCustomer: Hi', duration: 17, startedAt: null },
      { id: 'B', transcript: null },
    ]);
  });

  it.each([
    ['a wrong key', { apiKey: 'invalid_response' }, 'CallRail rejected the API key. Check CALLRAIL_API_KEY.'],
    ['an unknown account', { accountId: 'ACC9' }, 'CallRail account not found. Check CALLRAIL_ACCOUNT_ID.'],
    ['nobody there', { baseUrl: 'http://127.0.0.1:9' }, 'CallRail cannot be reached.'],
  ])('explains how to fix %s', async (_name, given, log) => {
    await expect(tracker(given).test()).rejects.toThrow(log);
    await expect(tracker(given).recentCalls(5)).rejects.toThrow(log);
  });

  it.each([
    ['limits', FAULTS.status(429), 'CallRail’s request limit is reached. Try again in an hour.'],
    ['missing rights', FAULTS.status(403), 'The CallRail key cannot read this account. Check its user’s permissions.'],
    ['its own errors', FAULTS.status(500), 'CallRail returned an error (500).'],
    ['a page for people', FAULTS.html, 'CallRail sent an invalid response.'],
    ['a cut line', FAULTS.cut, 'CallRail sent an invalid response.'],
    ['silence', FAULTS.silence, 'CallRail took too long to respond.'],
  ])('bears %s', async (_name, code, log) => {
    rail.fail(code);
    await expect(tracker().recentCalls(5)).rejects.toThrow(log);
  });
});
