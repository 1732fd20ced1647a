import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNED_NOUNS, type RoleKey } from '#contract/access.ts';
import { COACHING_RULE_KEYS } from '#contract/coaching-rule.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import type { Viewer } from '#domain/viewer.ts';
import { schema } from '#schema/index.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { REST_ROUTES } from '#server/transport/rest/table.ts';

// What somebody reads must not depend on rows they may not read: every way to read is used before and after another person adds rows
// of every owned noun, and its answers stay the same to the letter, but for positions in the event log. The ways come from the schema’s queries,
// the table of REST routes and the entities, so that a new one is asked here, too, or fails the test.

const UNKNOWN = '01a1f84a-95c0-7000-8000-000000000000';
const TEAM_OF = { nora: 'North', nick: 'North', mia: 'North', coco: 'North', sven: 'South', olaf: null } as const;
type Name = keyof typeof TEAM_OF;
const ROLES: Readonly<Record<Name, RoleKey>> = { nora: 'rep', nick: 'rep', mia: 'manager', coco: 'coach', sven: 'rep', olaf: 'manager' };
const NAMES: readonly Name[] = ['nora', 'nick', 'mia', 'coco', 'sven', 'olaf'];
/** Who must see nothing of whom: another team’s, a colleague’s where the scope is one’s own, and anybody’s without a team. */
const PAIRS: ReadonlyArray<readonly [owner: Name, readers: readonly Name[]]> = [
  ['sven', ['nora', 'mia', 'coco', 'olaf']],
  ['nora', ['nick', 'sven', 'olaf']],
];

/** Root fields that are not asked, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'Query.importsCursor': 'a position in the event log',
  'Query.integrationsCursor': 'a position in the event log',
  'Query.session': 'the caller’s own',
  'Query.sessions': 'the caller’s own',
  'Query.apiTokens': 'the caller’s own',
};

/** Routes that are not asked, and why. */
const EXEMPT_ROUTES: Readonly<Record<string, string>> = {
  'GET /api/auth/me': 'the caller’s own',
  'GET /api/auth/sessions': 'the caller’s own',
  'GET /api/callrail/test': 'asks the call tracker, which is not configured here',
};

let app: TestApp;
let ada: Viewer;
const viewers = new Map<Name, Viewer>();
const callers = new Map<Name, Caller>();
const viewer = (name: Name) => viewers.get(name) ?? ada;
const as = (name: Name) => callers.get(name) ?? app.anonymous();
const marker = (name: Name) => `Zq${name}zq`;

/** The ids of what somebody has, by noun, newest last. */
const ids = new Map<Name, Map<string, string[]>>();
const noteId = (name: Name, noun: string, id: string) => {
  const own = ids.get(name) ?? new Map<string, string[]>();
  ids.set(name, own.set(noun, [...(own.get(noun) ?? []), id]));
};
const newestId = (name: Name, noun: string) => ids.get(name)?.get(noun)?.at(-1) ?? UNKNOWN;

/** Adds a row of each owned noun, all of which carry the person’s marker. */
async function seed(name: Name): Promise<void> {
  const { services, db } = app.container;
  const [who, word] = [viewer(name), marker(name)];
  const contact = { email: `${word}@example.com`, phone: '+1 216 555 0188' };
  const customer = await services.customers.create(who, { name: `Customer ${word}`, company: word, ...contact });
  const lead = await services.leads.create(who, { name: `Lead ${word}`, value: '7777.01', customerId: customer.id, ...contact });
  await services.leads.move(who, lead.id, 'quoted');
  const content = `Rep: Hello, this is ${word}. How are you?\nCustomer: The ${word} is too expensive. My name is Kim ${word}.`;
  const call = await services.transcriptions.add(who, {
    title: `Call ${word}`,
    content,
    customerId: customer.id,
    leadId: lead.id,
    duration: 77,
  });
  const live = await services.liveCalls.start(who, { customerId: customer.id, leadId: lead.id, callerPhone: contact.phone });
  await services.liveCalls.update(who, live.id, { transcript: content, duration: 30 });
  await services.liveCalls.sendNote(ada, live.id, { text: `Note ${word}` });
  await services.liveCalls.settled();
  const flow = await services.flows.create(who, { flowType: 'sales_pipeline', currentStage: 'interest', customerId: customer.id });
  await services.flows.addInteraction(who, flow.id, { type: 'note', description: `Said ${word}` });
  const at = app.clock.now();
  const [number] = [`${word}-1`];
  const order = await db.prisma.order.create({
    data: {
      ...{
        id: `order-${NAMES.indexOf(name)}-${ids.get(name)?.get('order')?.length ?? 0}`,
        shopifyOrderId: `${word}${ids.get(name)?.get('order')?.length ?? 0}`,
      },
      ...{
        orderNumber: number,
        totalPrice: '7777.02',
        status: 'paid',
        customerId: customer.id,
        customerName: word,
        createdAt: at,
        updatedAt: at,
      },
    },
  });
  const request = {
    customerRequest: `Do you lend out the ${word} grinder? My order is ${number}.`,
    customerId: customer.id,
    leadId: lead.id,
  };
  const reply = await services.replies.generate(who, request);
  await services.replies.markUsed(who, reply.id, { sentText: `Sent ${word}` });
  const { session } = await services.coaching.analyze(who, { transcriptionIds: [call.id], title: `Review ${word}` });
  const rows = { lead: lead.id, customer: customer.id, transcription: call.id, liveCall: live.id, order: order.id };
  const others = { interactionFlow: flow.id, aiResponse: reply.id, coaching: session.id };
  for (const [noun, id] of Object.entries({ ...rows, ...others })) noteId(name, noun, id);
}

beforeAll(async () => {
  const most = { GRAPHQL_COST_LIMIT: '1000000', GRAPHQL_COST_PER_MINUTE: '100000000', GRAPHQL_PERSON_COST_PER_MINUTE: '100000000' };
  const wide = {
    GRAPHQL_FIELD_LIMIT: '100000',
    GRAPHQL_TOKEN_LIMIT: '100000',
    GRAPHQL_ALIAS_LIMIT: '1000',
    GRAPHQL_DOCUMENT_LIMIT_KB: '1024',
  };
  app = await createTestApp({ env: { ...most, ...wide, GRAPHQL_DEPTH_LIMIT: '50' } });
  const { services } = app.container;
  await app.signUp('ada');
  ada = await viewerOf('ada');
  const teams = new Map<string, string>();
  for (const name of ['North', 'South']) teams.set(name, (await services.people.createTeam(ada, { name })).id);
  for (const name of NAMES) {
    callers.set(name, await app.signUp(name));
    const person = await viewerOf(name);
    viewers.set(name, person);
    const team = TEAM_OF[name];
    await services.people.changePerson(ada, person.id, { role: ROLES[name], teamId: team && (teams.get(team) ?? null) });
  }
  await services.people.changeSettings(ada, { recordScope: 'by_role' });
  for (const name of NAMES) if (name !== 'coco') await seed(name);
  // A lead of one’s own whose customer is another’s: nothing of the customer may come along.
  for (const [owner, readers] of PAIRS)
    for (const name of readers)
      await services.leads.create(ada, { name: `Linked by ${name}`, ownerId: viewer(name).id, customerId: newestId(owner, 'customer') });
}, 120_000);
afterAll(() => app.close());

async function viewerOf(username: string): Promise<Viewer> {
  const { user, ...session } = await app.container.db.prisma.session.findFirstOrThrow({
    where: { user: { username } },
    include: { user: true },
  });
  const credential = { kind: 'session', id: session.id, expiresAt: session.expiresAt, signedInAt: session.createdAt } as const;
  return { ...user, credential, access: await app.container.directory.accessOf(user.id) };
}

/** Composite fields under a root field that are followed: a page, its rows, a page of theirs, and its rows. */
const DEPTH = 4;
const LEFT_OUT = new Set(['edges', 'pageInfo']);
const nested = new Set<string>();

function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type) || isInterfaceType(type))
    return `{ __typename ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} ${fieldsOf(each, depth, `${each.name}_`)}`)
      .join(' ')} }`;
  return isObjectType(type) ? fieldsOf(type, depth, '') : '';
}

function fieldsOf(type: GraphQLObjectType, depth: number, prefix: string): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    if (LEFT_OUT.has(field.name) || field.args.some(isRequiredArgument)) return [];
    nested.add(`${type.name}.${field.name}`);
    const named = prefix ? `${prefix}${field.name}: ${field.name}` : field.name;
    const page = field.args.some(({ name }) => name === 'first') ? '(first: 5)' : '';
    if (isLeafType(of)) return [named];
    return depth === 0 ? [] : [`${named}${page} ${selectionOf(of, depth - 1)}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

/** An argument for each that a root field requires; others are left out. Missing ones fail the test. */
function argumentOf({ name, args }: GraphQLField<unknown, unknown>, argument: string, id: string, search: string): string | null {
  if (argument === 'id' || argument === 'replyId') return JSON.stringify(id);
  if (argument === 'text' || argument === 'search') return JSON.stringify(search);
  if (argument === 'appliesTo') return 'imported_lead';
  if (argument === 'where' && /^event/.test(name)) return '{ kind: { ne: "export.created" } }';
  if (argument === 'key') return COACHING_RULE_KEYS[0] ?? null;
  if (argument === 'by') {
    const type = getNamedType(args.find((each) => each.name === 'by')?.type);
    const field = type && 'getFields' in type ? getNamedType(type.getFields().field?.type) : undefined;
    const values = field && 'getValues' in field ? field.getValues().map((value) => value.name) : [];
    // By the name of the customer, where there is one: a group that would tell a foreign name.
    return values.length === 0 ? null : `[{ field: ${values.find((value) => value === 'customerName') ?? values[0]} }]`;
  }
  if (name === 'similarCustomers' && argument === 'email') return JSON.stringify(`${search}@example.com`);
  if (name === 'similarCustomers' && argument === 'phone') return '"+1 216 555 0188"';
  return null;
}

const rootFields = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {});
const unasked: string[] = [];

/** The operation of a root field with these arguments. */
function operationOf(kind: string, field: GraphQLField<unknown, unknown>, id: string, search: string, depth = DEPTH): string {
  const given = field.args.flatMap((argument) => {
    const value = argumentOf(field, argument.name, id, search);
    if (value === null && isRequiredArgument(argument)) unasked.push(`${field.name}(${argument.name})`);
    if (value === null || (argument.name === 'id' && kind === 'subscription' && !isRequiredArgument(argument))) return [];
    return [`${argument.name}: ${value}`];
  });
  const list = given.length > 0 ? `(${given.join(', ')})` : '';
  return `${kind} { ${field.name}${list} ${selectionOf(getNamedType(field.type), depth)} }`;
}

const asked = () => rootFields(schema.getQueryType()).filter(({ name }) => !(`Query.${name}` in EXEMPT));
const routes = () => REST_ROUTES.filter(({ method, path }) => method === 'GET' && !(`${method} ${path}` in EXEMPT_ROUTES));

/** Exports of others are in the event log with their number of rows: whoever audits sees them. */
const NOT_EXPORTS = { kind: { ne: 'export.created' } } as const;

/** An answer without positions in the event log; an error has null for data, or none. */
const settledText = (answer: unknown): string =>
  JSON.stringify(answer, (key, value) =>
    /cursor$/i.test(key) || key === 'extensions' || (key === 'data' && value === null) ? undefined : value,
  );

/** All that somebody reads by every way, where the ids are those of `of`, by the name of the way. */
async function readAll(reader: Name, of: ReadonlyMap<string, string>, search: string): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const read = async (way: string, answer: Promise<unknown>) => answers.set(way, settledText(await answer));
  for (const field of asked()) {
    const takesId = field.args.some(({ name }) => name === 'id' || name === 'replyId');
    if (!takesId) await read(`query ${field.name}`, as(reader).graph(operationOf('query', field, '', search)));
    else
      for (const [noun, id] of of)
        await read(`query ${field.name} of a ${noun}`, as(reader).graph(operationOf('query', field, id, search, 2)));
  }
  for (const { path } of routes()) {
    if (!path.includes(':')) await read(`GET ${path}`, as(reader).rest.get(path));
    else
      for (const [noun, id] of of)
        await read(`GET ${path} of a ${noun}`, as(reader).rest.get(path.replace(/:[a-zA-Z]+/g, encodeURIComponent(id))));
  }
  for (const noun of Object.keys(ENTITIES)) {
    const where = noun === 'event' ? `&where=${encodeURIComponent(JSON.stringify(NOT_EXPORTS))}` : '';
    const file = await fetch(`${app.url}/export?noun=${noun}&format=csv&relations=true${where}`, {
      headers: { cookie: as(reader).cookie() },
    });
    answers.set(`export ${noun}`, await file.text());
  }
  return answers;
}

const unknownIds = new Map(OWNED_NOUNS.map((noun): [string, string] => [noun, UNKNOWN]));
const newestIds = (name: Name) => new Map(OWNED_NOUNS.map((noun): [string, string] => [noun, newestId(name, noun)]));

describe('of a row that somebody may not read', () => {
  it('nothing is told by any query, route or export, not even that it exists', async () => {
    let ways = 0;
    for (const [owner, readers] of PAIRS) {
      const before = new Map<Name, ReadonlyMap<string, string>>();
      for (const reader of readers) before.set(reader, await readAll(reader, unknownIds, marker(owner)));
      await seed(owner);
      await app.container.services.notifications.unread(viewer(owner));
      for (const reader of readers) {
        const after = await readAll(reader, newestIds(owner), marker(owner));
        ways = after.size;
        const told = [...after].filter(([way, answer]) => {
          const withoutIds = [...newestIds(owner).values()].reduce((text, id) => text.replaceAll(id, UNKNOWN), answer);
          return withoutIds !== before.get(reader)?.get(way);
        });
        expect(
          told.map(([way, answer]) => `${reader} of ${owner}: ${way}: ${firstDifference(before.get(reader)?.get(way) ?? '', answer)}`),
        ).toEqual([]);
        const named = [...after].filter(([way, answer]) => !way.includes('search') && answer.includes(marker(owner)));
        expect(named.map(([way]) => `${reader} of ${owner}: ${way}`)).toEqual([]);
      }
    }
    expect(unasked).toEqual([]);
    const pairs = PAIRS.reduce((sum, [, readers]) => sum + readers.length, 0);
    process.stdout.write(`Leak test: ${OWNED_NOUNS.length} nouns × ${ways} ways × ${pairs} pairs; ${nested.size} fields\n`);
  }, 300_000);
});

/** Where two answers part, with what is around it. */
function firstDifference(before: string, after: string): string {
  const at = [...after].findIndex((letter, index) => letter !== before[index]);
  return `${before.slice(Math.max(0, at - 80), at + 80)} ≠ ${after.slice(Math.max(0, at - 80), at + 80)}`;
}
