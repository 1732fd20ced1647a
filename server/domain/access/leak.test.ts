import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_NOUNS, OWNED_NOUNS } from '#contract/access.ts';
import { EXPORT_FORMATS } from '#contract/export.ts';
import { ENTITIES, ENTITY_NAMES, entityOf } from '#domain/entities/entities.ts';
import { schema } from '#schema/index.ts';
import { createForeignRows, type ForeignRows, marker, type Name, PAIR_COUNT, PAIRS, UNKNOWN } from '#server/testing/leak/foreign-rows.ts';
import { operationOf, rootFields, selectedFields, subscriptionOf, unasked, writeOf } from '#server/testing/leak/operations.ts';
import { follow } from '#server/testing/live/event-stream.ts';
import { until } from '#server/testing/writer.ts';
import { REST_ROUTES } from '#server/transport/rest/table.ts';
import { sign } from '#server/transport/webhooks/signature.ts';

// What somebody reads must not depend on rows they may not read. Every way to read is used before and after another person adds rows
// of every owned noun, and its answers stay the same to the letter, but for positions in the event log; every stream stays silent; and
// every write to a row that may not be read is answered as one to a row that does not exist. The ways come from the schema, the table of
// REST routes, the entities and the formats of exports, so that a new one is asked here, too, or fails the test.

/** Root fields that are not asked, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'Query.importsCursor': 'a position in the event log',
  'Query.integrationsCursor': 'a position in the event log',
  'Query.session': 'the caller’s own',
  'Query.sessions': 'the caller’s own',
  'Query.apiTokens': 'the caller’s own',
  'Query.invitation': 'for whoever has its link; it names a role and who invites, and no row',
  'Subscription.replyWriting': 'a write, and asked as one',
};

/** Routes that are not asked, and why. */
const EXEMPT_ROUTES: Readonly<Record<string, string>> = {
  'GET /api/auth/me': 'the caller’s own',
  'GET /api/auth/sessions': 'the caller’s own',
  'GET /api/callrail/test': 'asks the call tracker, which is not configured here',
  'POST /api/auth/login': 'names no row',
  'POST /api/auth/register': 'names no row',
  'POST /api/auth/logout': 'ends the session that asks',
  'POST /api/coaching/real-time/start': 'a call’s id is the client’s own, and another’s call of the same id is another call',
};

/** Entities without a noun of permissions, and why everybody may read them. */
const EVERYBODYS: Readonly<Record<string, string>> = {
  user: 'whom one works with',
  event: 'follows the scope of what each event is about',
};

const SECRET = 'a secret of some length';
let rows: ForeignRows;
beforeAll(async () => {
  rows = await createForeignRows({ LIVE_CALLS_WEBHOOK_SECRET: SECRET });
}, 120_000);
afterAll(() => rows.app.close());

/** Says how much was asked, for docs/decisions/029-access.md. */
const report = (ways: number, of: string, pairs: number, more = '') =>
  process.stdout.write(`Leak test: ${OWNED_NOUNS.length} nouns × ${ways} ${of} × ${pairs} pairs${more}\n`);
const fieldsOf = (type: 'Query' | 'Subscription') =>
  rootFields(type === 'Query' ? schema.getQueryType() : schema.getSubscriptionType()).filter(({ name }) => !(`${type}.${name}` in EXEMPT));
const routes = (isRead: boolean) =>
  REST_ROUTES.filter(({ method, path }) => (method === 'GET') === isRead && !(`${method} ${path}` in EXEMPT_ROUTES));

/** An answer without positions in the event log; an error has null for data, or none. */
const settledText = (answer: unknown): string =>
  JSON.stringify(answer, (key, value) =>
    /cursor$/i.test(key) || key === 'extensions' || (key === 'data' && value === null) ? undefined : value,
  );

/** An import that a mutation made: its own id, which is new each time. */
const NEW_IMPORT = /(?<="ownerId"\],)"id":"[^"]+"/;

/** All that somebody reads by every way, where the ids are those of `of`, by the name of the way. */
async function readAll(reader: Name, of: ReadonlyMap<string, string>, search: string): Promise<ReadonlyMap<string, string>> {
  const { app, as } = rows;
  const answers = new Map<string, string>();
  // Once more where the server closed an idle connection just when it was used again.
  const read = async (way: string, ask: () => Promise<unknown>) => answers.set(way, settledText(await ask().catch(ask)));
  for (const field of fieldsOf('Query')) {
    const takesId = field.args.some(({ name }) => name === 'id' || name === 'replyId' || name === 'personId');
    if (!takesId) await read(`query ${field.name}`, () => as(reader).graph(operationOf('query', field, '', search)));
    else
      for (const [noun, id] of of)
        await read(`query ${field.name} of a ${noun}`, () => as(reader).graph(operationOf('query', field, id, search, 2)));
  }
  for (const { path } of routes(true)) {
    if (!path.includes(':')) await read(`GET ${path}`, () => as(reader).rest.get(path));
    else
      for (const [noun, id] of of)
        await read(`GET ${path} of a ${noun}`, () => as(reader).rest.get(path.replace(/:[a-zA-Z]+/g, encodeURIComponent(id))));
  }
  // The files that somebody took away are in the log of events, each time one more; they are nobody else’s.
  const where = encodeURIComponent(JSON.stringify({ kind: { ne: 'export.created' } }));
  for (const noun of Object.keys(ENTITIES))
    for (const format of EXPORT_FORMATS) {
      const url = `${app.url}/export?noun=${noun}&format=${format}&relations=true${noun === 'event' ? `&where=${where}` : ''}`;
      const download = () => fetch(url, { headers: { cookie: as(reader).cookie() } }).then((file) => file.text());
      await read(`export ${noun} as ${format}`, download);
    }
  return answers;
}

const unknownIds = new Map(OWNED_NOUNS.map((noun): [string, string] => [noun, UNKNOWN]));
const withoutIds = (text: string, ids: ReadonlyMap<string, string>) =>
  [...ids.values()].reduce((rest, id) => rest.replaceAll(id, UNKNOWN), text);

/** Where two answers part, with what is around it. */
function firstDifference(before: string, after: string): string {
  const at = [...after].findIndex((letter, index) => letter !== before[index]);
  return `${before.slice(Math.max(0, at - 80), at + 80)} ≠ ${after.slice(Math.max(0, at - 80), at + 80)}`;
}

it('every entity has a rule, and the stories below have a row of every owned noun', () => {
  const withoutRule = ENTITY_NAMES.filter((name) => !entityOf(name).access && !(name in EVERYBODYS));
  expect(withoutRule).toEqual([]);
  const owned = new Set<string>(OWNED_NOUNS);
  for (const name of ENTITY_NAMES) {
    const { access } = entityOf(name);
    if (access) expect([name, access.owner !== null]).toEqual([name, owned.has(access.noun)]);
  }
  for (const [owner] of PAIRS) expect([...rows.newestIds(owner)].filter(([, id]) => id === UNKNOWN)).toEqual([]);
  expect(OWNED_NOUNS.every((noun) => ACCESS_NOUNS.includes(noun))).toBe(true);
});

describe('of a row that somebody may not read', () => {
  it('nothing is told by any query, route or export, not even that it exists', async () => {
    let ways = 0;
    for (const [owner, readers] of PAIRS) {
      const before = new Map<Name, ReadonlyMap<string, string>>();
      for (const reader of readers) before.set(reader, await readAll(reader, unknownIds, marker(owner)));
      await rows.seed(owner);
      for (const reader of readers) {
        const after = await readAll(reader, rows.newestIds(owner), marker(owner));
        ways = after.size;
        const told = [...after].filter(([way, answer]) => withoutIds(answer, rows.newestIds(owner)) !== before.get(reader)?.get(way));
        expect(
          told.map(([way, answer]) => `${reader} of ${owner}: ${way}: ${firstDifference(before.get(reader)?.get(way) ?? '', answer)}`),
        ).toEqual([]);
        const named = [...after].filter(([way, answer]) => !way.includes('search') && answer.includes(marker(owner)));
        expect(named.map(([way]) => `${reader} of ${owner}: ${way}`)).toEqual([]);
      }
    }
    expect(unasked).toEqual([]);
    report(ways, 'reads', PAIR_COUNT, `; ${selectedFields.size} fields`);
  }, 400_000);

  it('no subscription tells, over WebSocket or as an event stream, live or from a cursor', async () => {
    const { app, as, asAda } = rows;
    const head = async () => {
      const { data } = await asAda.graph('{ events(first: 1) { eventCursor } }');
      return String(Object(data).events.eventCursor);
    };
    const told: string[] = [];
    const receive = async (next: () => Promise<unknown>, note: (message: unknown) => void): Promise<never> => {
      for (;;) note(await next());
    };
    /** Subscribes to everything; what arrives is noted, until the streams are left. */
    const listen = async (who: Name | 'ada', owner: Name, after: string, how: 'WebSocket' | 'stream') => {
      const caller = who === 'ada' ? asAda : as(who);
      const heard: string[] = [];
      const leaving: Array<() => void> = [];
      for (const field of fieldsOf('Subscription')) {
        const query = subscriptionOf(field, rows.newestIds(owner), after);
        const note = (message: unknown) =>
          heard.push(`${who} of ${owner}: ${field.name} by ${how}: ${JSON.stringify(message).slice(0, 300)}`);
        if (how === 'WebSocket') {
          const { next, stop } = caller.subscribe(query);
          leaving.push(stop);
          // The end of a stream by an error is a message, too.
          receive(() => next(60_000), note).catch((error: unknown) => (Array.isArray(error) ? note(error) : undefined));
        } else {
          const { next, leave } = await follow(app.url, query, { cookie: caller.cookie() });
          leaving.push(leave);
          receive(next, note).catch(() => undefined);
        }
      }
      return { heard, leave: () => leaving.forEach((each) => void each()) };
    };
    for (const [owner, readers] of PAIRS) {
      const before = await head();
      const people = [...readers, 'ada'] as const;
      const live = await Promise.all(
        people.flatMap((who) => (['WebSocket', 'stream'] as const).map((how) => listen(who, owner, before, how))),
      );
      await delay(500);
      const [customer, call] = [rows.newestIds(owner).get('customer') ?? '', rows.newestIds(owner).get('liveCall') ?? ''];
      await app.container.services.customers.update(rows.viewer(owner), customer, { company: `${marker(owner)} ${before}` });
      await app.container.services.liveCalls.update(rows.viewer(owner), call, { transcript: `Rep: ${marker(owner)}.`, duration: 90 });
      await rows.seed(owner);
      // The admin’s streams carry all of it: then the readers’ would, too.
      const kindsHeard = (heard: readonly string[]) => new Set(heard.map((line) => /: (\w+) by/.exec(line)?.[1])).size;
      await until(() => Promise.resolve(live.slice(-2).every(({ heard }) => kindsHeard(heard) >= 9)));
      await delay(500);
      const again = await Promise.all(
        people.flatMap((who) => (['WebSocket', 'stream'] as const).map((how) => listen(who, owner, before, how))),
      );
      await until(() => Promise.resolve(again.slice(-2).every(({ heard }) => kindsHeard(heard) >= 9)));
      await delay(500);
      for (const { heard, leave } of [...live, ...again]) {
        leave();
        told.push(...heard.filter((line) => !line.startsWith('ada ')));
      }
    }
    expect(unasked).toEqual([]);
    expect(told).toEqual([]);
    // Over both transports, live and from a cursor.
    report(fieldsOf('Subscription').length * 4, 'streams', PAIR_COUNT);
  }, 400_000);

  it('every write, over GraphQL, REST and by telephony, is answered as if it did not exist', async () => {
    const { app, as, viewer } = rows;
    const root = (['Mutation', 'Subscription'] as const).flatMap((type) =>
      rootFields(type === 'Mutation' ? schema.getMutationType() : schema.getSubscriptionType())
        .filter(({ name }) => type === 'Mutation' || name === 'replyWriting')
        .map((field) => ({ kind: type.toLowerCase(), field })),
    );
    const fields = root.filter(({ kind, field }) => writeOf(kind, field, UNKNOWN) !== null);
    const writeAll = async (reader: Name, id: string): Promise<ReadonlyMap<string, string>> => {
      const answers = new Map<string, string>();
      for (const { kind, field } of fields) {
        const operation = writeOf(kind, field, id) ?? '';
        const subscription = kind === 'subscription' ? as(reader).subscribe(operation) : null;
        const answer = subscription ? await subscription.next().catch((error: unknown) => error) : await as(reader).graph(operation);
        subscription?.stop();
        answers.set(`${kind} ${field.name}`, settledText(answer).replace(NEW_IMPORT, '"id":"new"'));
      }
      for (const { method, path } of routes(false)) {
        const body = {
          ...{ name: 'Zq', title: 'Zq', stage: 'won', notes: 'Zq', priority: 'high', isImplemented: true, flowType: 'sales_pipeline' },
          ...{ currentStage: 'interest', content: 'Rep: Hello.', type: 'sales', customerRequest: 'Hello?', responseType: 'sales' },
          ...{ customerId: id, leadId: id, transcriptionIds: [id], transcript: 'Rep: Hello.', duration: 5 },
        };
        const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        const { status, body: text } = await as(reader).rest.send(path.replace(/:[a-zA-Z]+/g, encodeURIComponent(id)), init);
        // What was written by a route that takes no id is a new row each time.
        answers.set(
          `${method} ${path}`,
          status === 201 || (status === 200 && !path.includes(':')) ? String(status) : settledText({ status, text }),
        );
      }
      return answers;
    };
    let pairs = 0;
    for (const [owner, readers] of PAIRS) {
      // A rep and a manager of another team; a colleague and a rep of another team: who changes rows at all.
      for (const reader of readers.slice(0, 2)) {
        pairs += 1;
        const unknown = await writeAll(reader, UNKNOWN);
        const answers: Array<{ readonly noun: string; readonly id: string; readonly foreign: ReadonlyMap<string, string> }> = [];
        // One after the other: some writes are refused while the same person has another one in progress.
        for (const [noun, id] of rows.newestIds(owner)) answers.push({ noun, id, foreign: await writeAll(reader, id) });
        const told = answers.flatMap(({ noun, id, foreign }) =>
          [...foreign]
            .filter(([way, answer]) => answer.replaceAll(id, UNKNOWN) !== unknown.get(way))
            .map(([way, answer]) => `${reader}, a ${noun} of ${owner}: ${way}: ${firstDifference(unknown.get(way) ?? '', answer)}`),
        );
        expect(told).toEqual([]);
      }
      // Telephony names the rep: a call of the same id is theirs, and the other one is untouched.
      const [reader] = readers;
      const call = await app.container.db.prisma.liveCall.findUniqueOrThrow({ where: { id: rows.newestIds(owner).get('liveCall') ?? '' } });
      const body = JSON.stringify({ callId: call.callId, rep: reader, segments: [{ id: '1', speaker: 'rep', text: 'Hello.' }] });
      const headers = { 'content-type': 'application/json', 'callboard-signature': sign(SECRET, body, app.clock.now()) };
      const delivered = await fetch(`${app.url}/webhooks/live-calls`, { method: 'POST', headers, body });
      expect([delivered.status, (await delivered.text()).includes(marker(owner))]).toEqual([200, false]);
      const untouched = await app.container.db.prisma.liveCall.findUniqueOrThrow({ where: { id: call.id } });
      expect(untouched).toEqual(call);
      expect(await app.container.db.prisma.liveCall.count({ where: { callId: call.callId, userId: viewer(reader ?? owner).id } })).toBe(1);
    }
    report(fields.length + routes(false).length, 'writes', pairs);
  }, 600_000);
});
