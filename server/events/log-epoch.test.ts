import { afterEach, expect, it } from 'vitest';
import { epochOf } from '#domain/event-cursor.ts';
import { type EventLogUnderTest, openEventLog, terminateConnections } from '#server/testing/event-log.ts';
import { openTcpProxy } from '#server/testing/live/tcp-proxy.ts';
import { Resync } from './event-bus.ts';

let logs: EventLogUnderTest[] = [];
afterEach(async () => {
  for (const log of logs.splice(0).toReversed()) await log.close();
});
const open = async (url?: string, readerUrl?: string) => {
  const log = await openEventLog({ url, readerUrl });
  logs = [...logs, log];
  return log;
};

/** Takes the newest events away, as a standby does that had not received them when it was promoted. */
async function lose({ db }: EventLogUnderTest, count: number): Promise<void> {
  const client = await db.pool.connect();
  await client.query('begin');
  await client.query('update event_head set seq = seq - $1', [count]);
  await client.query('delete from events where seq > (select seq from event_head)');
  await client.query('commit');
  client.release();
}

const reconnectReaders = ({ url }: EventLogUnderTest) => terminateConnections(url, 'callboard event reader');
const epochIn = async ({ db }: EventLogUnderTest) =>
  (await db.pool.query<{ epoch: string }>('select epoch from event_head')).rows[0]?.epoch;

it('a log that lacks delivered events begins a new epoch, once for all instances, and everybody refetches', async () => {
  const one = await open();
  const other = await open(one.url);
  const listeners = [one.collect(), other.collect()];
  for (const subject of ['a', 'b', 'c']) await one.write(subject);
  for (const { subjects } of listeners) await expect.poll(subjects).toEqual(['a', 'b', 'c']);
  const before = one.readerHead();
  expect(before).toBe(3n);

  await lose(one, 1);
  await reconnectReaders(one);
  for (const { ended } of listeners) await expect(ended).rejects.toThrow(Resync);
  await expect.poll(() => one.readerHead() === other.readerHead() && one.readerHead() > before).toBe(true);
  expect(String(epochOf(one.readerHead()))).toBe(await epochIn(one));

  // Returning subscribers, too, even once the log has as many events again.
  const after = one.readerHead();
  for (const subject of ['d', 'e', 'f']) await one.write(subject);
  await expect.poll(one.readerHead).toBe(after + 3n);
  await expect(other.collect({ after: before }).ended).rejects.toThrow(Resync);
  const resumed = other.collect({ after });
  await expect.poll(resumed.subjects).toEqual(['d', 'e', 'f']);
  expect(resumed.received.map(({ seq }) => seq)).toEqual([3n, 4n, 5n]);
  await resumed.stop();
});

it('another event at the number of the last one is noticed', async () => {
  const home = await open();
  const way = await openTcpProxy(home.url);
  const log = await open(home.url, way.url);
  const listener = log.collect();
  await log.write('a');
  await log.write('lost');
  await expect.poll(listener.subjects).toEqual(['a', 'lost']);
  await way.cut();
  await lose(log, 1);
  await log.write('instead');
  await log.write('later');
  await expect.poll(log.head).toBe(3n);
  await way.mend();
  await expect(listener.ended).rejects.toThrow(Resync);
  expect(await epochIn(log)).not.toBe('0');
  await way.close();
});

it('a connection that is lost to the same log changes nothing', async () => {
  const log = await open();
  const listener = log.collect();
  await log.write('a');
  await expect.poll(listener.subjects).toEqual(['a']);
  await reconnectReaders(log);
  await log.write('b');
  await expect.poll(listener.subjects).toEqual(['a', 'b']);
  expect([log.readerHead(), await epochIn(log)]).toEqual([2n, '0']);
  await listener.stop();
});
