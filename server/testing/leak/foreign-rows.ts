import { OWNED_NOUNS, type RoleKey } from '#contract/access.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

// People of two teams and of none who see only what their role lets them see, and rows that each of them has.

export const UNKNOWN = '01a1f84a-95c0-7000-8000-000000000000';
const TEAM_OF = { nora: 'North', nick: 'North', mia: 'North', coco: 'North', sven: 'South', olaf: null } as const;
export type Name = keyof typeof TEAM_OF;
const ROLES: Readonly<Record<Name, RoleKey>> = { nora: 'rep', nick: 'rep', mia: 'manager', coco: 'coach', sven: 'rep', olaf: 'manager' };
const NAMES: readonly Name[] = ['nora', 'nick', 'mia', 'coco', 'sven', 'olaf'];
/** Who must see nothing of whom: another team’s, a colleague’s where the scope is one’s own, and anybody’s without a team. */
export const PAIRS: ReadonlyArray<readonly [owner: Name, readers: readonly Name[]]> = [
  ['sven', ['nora', 'mia', 'coco', 'olaf']],
  ['nora', ['nick', 'sven', 'olaf']],
];
export const PAIR_COUNT = PAIRS.reduce((sum, [, readers]) => sum + readers.length, 0);

/** A word that is in every row of somebody, and nowhere else. */
export const marker = (name: Name) => `Zq${name}zq`;

const MOST = { GRAPHQL_COST_LIMIT: '1000000', GRAPHQL_COST_PER_MINUTE: '100000000', GRAPHQL_PERSON_COST_PER_MINUTE: '100000000' };
const WIDE = {
  GRAPHQL_FIELD_LIMIT: '100000',
  GRAPHQL_TOKEN_LIMIT: '100000',
  GRAPHQL_ALIAS_LIMIT: '1000',
  GRAPHQL_DOCUMENT_LIMIT_KB: '1024',
  GRAPHQL_DEPTH_LIMIT: '50',
};

export interface ForeignRows {
  readonly app: TestApp;
  readonly ada: Viewer;
  readonly asAda: Caller;
  viewer(name: Name): Viewer;
  as(name: Name): Caller;
  /** Adds a row of each owned noun, all of which carry the person’s marker. */
  seed(name: Name): Promise<void>;
  /** The id of somebody’s newest row of each noun. */
  newestIds(name: Name): ReadonlyMap<string, string>;
}

/** A workspace where the role decides, with rows of everybody but the coach. */
export async function createForeignRows(env: Readonly<Record<string, string>> = {}): Promise<ForeignRows> {
  const app: TestApp = await createTestApp({ env: { ...MOST, ...WIDE, ...env } });
  const { services, db } = app.container;
  const asAda = await app.signUp('ada');
  const ada = await viewerOf(app, 'ada');
  const viewers = new Map<Name, Viewer>();
  const callers = new Map<Name, Caller>();
  const viewer = (name: Name) => viewers.get(name) ?? ada;
  const as = (name: Name) => callers.get(name) ?? app.anonymous();
  /** The ids of what somebody has, by noun, newest last. */
  const ids = new Map<Name, Map<string, string[]>>();
  const noteId = (name: Name, noun: string, id: string) => {
    const own = ids.get(name) ?? new Map<string, string[]>();
    ids.set(name, own.set(noun, [...(own.get(noun) ?? []), id]));
  };
  const newestId = (name: Name, noun: string) => ids.get(name)?.get(noun)?.at(-1) ?? UNKNOWN;

  /** Adds a row of each owned noun, all of which carry the person’s marker. */
  async function seed(name: Name): Promise<void> {
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
    const task = await services.tasks.create(who, { title: `Call ${word}`, dueOn: '2026-11-24', leadId: lead.id, isNextStep: true });
    const rows = { lead: lead.id, customer: customer.id, transcription: call.id, liveCall: live.id, order: order.id };
    const others = { interactionFlow: flow.id, aiResponse: reply.id, task: task.id, coaching: session.id };
    for (const [noun, id] of Object.entries({ ...rows, ...others })) noteId(name, noun, id);
  }

  const teams = new Map<string, string>();
  for (const name of ['North', 'South']) teams.set(name, (await services.people.createTeam(ada, { name })).id);
  for (const name of NAMES) {
    callers.set(name, await app.signUp(name));
    const person = await viewerOf(app, name);
    viewers.set(name, person);
    const team = TEAM_OF[name];
    await services.people.changePerson(ada, person.id, { role: ROLES[name], teamId: team && (teams.get(team) ?? null) });
  }
  await services.workspace.change(ada, { recordScope: 'by_role' });
  for (const name of NAMES) if (name !== 'coco') await seed(name);
  // A lead of one’s own whose customer is another’s: nothing of the customer may come along.
  for (const [owner, readers] of PAIRS)
    for (const name of readers)
      await services.leads.create(ada, { name: `Linked by ${name}`, ownerId: viewer(name).id, customerId: newestId(owner, 'customer') });
  return { app, ada, asAda, viewer, as, seed, newestIds: (name) => new Map(OWNED_NOUNS.map((noun) => [noun, newestId(name, noun)])) };
}
