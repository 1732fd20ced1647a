import { SERVER_ACCESS } from '#domain/access/access.ts';
import type { Services } from '#domain/services.ts';
import { ANALYZED_FIELDS, storedAnalysis } from '#domain/transcription/analysis.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { DemoData, DemoLead } from './demo-data.ts';
import { getByKey, type SeedContext, type Step } from './scenario.ts';

type Entry<List extends keyof DemoData> = DemoData[List] extends ReadonlyArray<infer Row> ? Row : never;
type Password = (person: Entry<'people'>) => string;

/** What people did, each through the service that does it in the product. */
export function createSteps(context: SeedContext, password: Password): Step[] {
  const { data } = context;
  return [
    ...data.people.map((person) => registerPerson(context, person, password)),
    createTeams(context),
    ...data.customers.map((customer) => createCustomer(context, customer)),
    ...data.leads.flatMap((lead) => leadSteps(context, lead)),
    ...data.replies.flatMap((reply) => replySteps(context, reply)),
    ...data.notifications.flatMap((notification) => notificationSteps(context, notification)),
    ...data.calls.map((call) => insertCall(context, call)),
    ...data.coachingSessions.flatMap((session) => coachingSteps(context, session)),
  ];
}

const registerPerson = ({ scenario, services, db }: SeedContext, person: Entry<'people'>, password: Password): Step => ({
  at: person.joined,
  run: async () => {
    const { username, email, firstName, lastName, jobTitle } = person;
    const { user } = await services.accounts.register(
      { username, email, firstName, lastName, password: password(person) },
      { address: '127.0.0.1', userAgent: '', device: null, previous: null },
    );
    await db.prisma.user.update({ where: { id: user.id }, data: { jobTitle, roleKey: person.role } });
    const joined = scenario.clock.now();
    const credential = { kind: 'session', id: '', expiresAt: joined, signedInAt: joined } as const;
    scenario.people.set(person.key, { ...user, jobTitle, credential, access: SERVER_ACCESS });
  },
});

/** Once everybody has joined. */
function createTeams({ data, scenario, services }: SeedContext): Step {
  const [last] = data.people.toSorted((one, other) => one.joined.minutesBefore - other.joined.minutesBefore);
  if (!last) throw new Error('The demo data have no people');
  return {
    at: last.joined,
    run: async () => {
      const admin = getByKey(scenario.people, 'demo');
      const teams = new Map<string, string>();
      for (const { name, below } of data.company.teams) {
        const team = await services.people.createTeam(admin, { name, parentId: below ? getByKey(teams, below) : null });
        teams.set(name, team.id);
      }
      for (const person of data.people)
        await services.people.changePerson(admin, getByKey(scenario.people, person.key).id, { teamId: getByKey(teams, person.team) });
    },
  };
}

/** A customer belongs to whoever opened their first lead. */
const createCustomer = ({ data, scenario, services }: SeedContext, { key, created, ...input }: Entry<'customers'>): Step => ({
  at: created,
  run: async () => {
    const opener = data.leads.find((lead) => lead.customer === key)?.history[0]?.by ?? 'demo';
    const customer = await services.customers.create(getByKey(scenario.people, 'demo'), {
      ...input,
      ownerId: getByKey(scenario.people, opener).id,
    });
    scenario.customers.set(key, customer.id);
  },
});

function leadSteps({ scenario, services, db }: SeedContext, lead: DemoLead): Step[] {
  const [arrival, ...moves] = lead.history;
  if (!arrival) return [];
  const { name, company, email, phone, value, source, notes } = lead;
  return [
    {
      at: arrival.at,
      run: async () => {
        const customerId = lead.customer ? getByKey(scenario.customers, lead.customer) : null;
        const input = { name, company, email, phone, value, source, customerId };
        const created = await services.leads.create(getByKey(scenario.people, arrival.by), input);
        const lastContactAt = lead.lastContact ? scenario.at(lead.lastContact) : null;
        await db.prisma.lead.update({ where: { id: created.id }, data: { notes, lastContactAt } });
        scenario.leads.set(lead.key, created.id);
      },
    },
    ...moves.map(
      ({ at, by, stage }): Step => ({
        at,
        run: () => services.leads.move(getByKey(scenario.people, by), getByKey(scenario.leads, lead.key), stage),
      }),
    ),
  ];
}

/** Minutes between a reply's generation and its use. */
const UNTIL_USED = 2;

function replySteps({ scenario, services }: SeedContext, reply: Entry<'replies'>): Step[] {
  const generated = Promise.withResolvers<string>();
  const generate: Step = {
    at: reply.at,
    run: async () => {
      const response = await services.replies.generate(getByKey(scenario.people, reply.by), {
        customerRequest: reply.message,
        responseType: reply.responseType,
        customerId: reply.customer ? getByKey(scenario.customers, reply.customer) : null,
        leadId: reply.lead ? getByKey(scenario.leads, reply.lead) : null,
      });
      generated.resolve(response.id);
    },
  };
  const use: Step = {
    at: { minutesBefore: reply.at.minutesBefore - UNTIL_USED },
    run: async () => services.replies.markUsed(getByKey(scenario.people, reply.by), await generated.promise),
  };
  return reply.used ? [generate, use] : [generate];
}

function notificationSteps({ scenario, services }: SeedContext, notification: Entry<'notifications'>): Step[] {
  const { person, created, read, kind, title, body, link } = notification;
  const added = Promise.withResolvers<string>();
  const add: Step = {
    at: created,
    run: async () => {
      const { id } = await services.notifications.add({ userId: getByKey(scenario.people, person).id, kind, title, body, link });
      added.resolve(id);
    },
  };
  if (!read) return [add];
  return [add, { at: read, run: async () => services.notifications.markRead(getByKey(scenario.people, person), [await added.promise]) }];
}

/** A recorded call. Title, summary and values were set by a person; key moments and next steps are the assistant's. */
const insertCall = ({ db, scenario, newId }: SeedContext, call: Entry<'calls'>): Step => ({
  at: call.at,
  run: async () => {
    const id = newId();
    const { text: content, duration, title, summary, type, sentiment, tags, callValue, priority, metadata } = call;
    const analysis = await offlineAssistant().analyze({ content, duration });
    const at = scenario.at(call.at);
    scenario.calls.set(call.key, id);
    await db.prisma.transcription.create({
      data: {
        id,
        customerId: call.customer ? getByKey(scenario.customers, call.customer) : null,
        leadId: call.lead ? getByKey(scenario.leads, call.lead) : null,
        repId: getByKey(scenario.people, call.rep).id,
        title,
        content,
        summary,
        duration,
        type,
        sentiment,
        tags,
        callValue,
        priority,
        metadata: { ...metadata, setByPerson: [...ANALYZED_FIELDS] },
        analysis: storedAnalysis(analysis, at),
        externalId: metadata.source === 'callrail' ? metadata.callId : null,
        createdAt: at,
        updatedAt: at,
      },
    });
  },
});

/** A coaching session, and the insights of it that were implemented later. */
function coachingSteps({ scenario, services }: SeedContext, session: Entry<'coachingSessions'>): Step[] {
  const { person, title, calls, created, implemented } = session;
  const analyzed = Promise.withResolvers<Awaited<ReturnType<Services['coaching']['analyze']>>>();
  const analyze: Step = {
    at: created,
    run: async () => {
      const transcriptionIds = calls.map((key) => getByKey(scenario.calls, key));
      analyzed.resolve(await services.coaching.analyze(getByKey(scenario.people, person), { transcriptionIds, title }));
    },
  };
  const implementations = implemented.map(
    ({ metric, at }): Step => ({
      at,
      run: async () => {
        const { insights } = await analyzed.promise;
        const byMetric = new Map(insights.map((insight) => [insight.metric ?? '', insight]));
        await services.coaching.updateInsight(getByKey(scenario.people, person), getByKey(byMetric, metric).id, { isImplemented: true });
      },
    }),
  );
  return [analyze, ...implementations];
}
