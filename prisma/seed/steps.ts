import type { Database } from '#server/database/client.ts';
import type { Services } from '#server/services.ts';
import { CUSTOMERS } from '../world/customers.ts';
import { LEADS } from '../world/leads.ts';
import { NOTIFICATIONS } from '../world/notifications.ts';
import { PEOPLE } from '../world/people.ts';
import { REPLIES } from '../world/replies.ts';
import type { Moment, WorldLead, WorldPerson } from '../world/types.ts';
import { named, type Scenario, type Step } from './scenario.ts';

interface Stage {
  readonly story: Scenario;
  readonly services: Services;
  readonly db: Database;
  /** The demo person's password; nobody knows the colleagues'. */
  password(person: WorldPerson): string;
}

/** Everything that people did, each through the service that does it in earnest. */
export const steps = (stage: Stage): Step[] => [
  ...PEOPLE.map((person) => joining(stage, person)),
  ...CUSTOMERS.map((customer): Step => ({ at: customer.created, run: () => meeting(stage, customer) })),
  ...LEADS.flatMap((lead) => pursuing(stage, lead)),
  ...REPLIES.flatMap((reply) => answering(stage, reply)),
  ...NOTIFICATIONS.flatMap((notification) => noticing(stage, notification)),
];

const joining = ({ story, services, db, password }: Stage, person: WorldPerson): Step => ({
  at: person.joined,
  run: async () => {
    const { username, email, firstName, lastName, jobTitle } = person;
    const { user } = await services.accounts.register(
      { username, email, firstName, lastName, password: password(person) },
      { address: '127.0.0.1', userAgent: '', device: null, previous: null },
    );
    await db.prisma.user.update({ where: { id: user.id }, data: { jobTitle } });
    const joined = story.clock.now();
    const credential = { kind: 'session', id: '', expiresAt: joined, signedInAt: joined } as const;
    story.people.set(person.key, { ...user, jobTitle, credential });
  },
});

async function meeting({ story, services }: Stage, { key, created: _, ...input }: (typeof CUSTOMERS)[number]): Promise<void> {
  const customer = await services.customers.create(named(story.people, 'demo'), input);
  story.customers.set(key, customer.id);
}

function pursuing({ story, services, db }: Stage, lead: WorldLead): Step[] {
  const [arrival, ...moves] = lead.history;
  if (!arrival) return [];
  const { name, company, email, phone, value, source, notes } = lead;
  return [
    {
      at: arrival,
      run: async () => {
        const customerId = lead.customer ? named(story.customers, lead.customer) : null;
        const created = await services.leads.create(named(story.people, arrival.by), {
          name,
          company,
          email,
          phone,
          value,
          source,
          customerId,
        });
        const lastContactAt = lead.lastContact ? story.at(lead.lastContact) : null;
        await db.prisma.lead.update({ where: { id: created.id }, data: { notes, lastContactAt } });
        story.leads.set(lead.key, created.id);
      },
    },
    ...moves.map(
      (move): Step => ({
        at: move,
        run: () => services.leads.move(named(story.people, move.by), named(story.leads, lead.key), move.stage),
      }),
    ),
  ];
}

function answering({ story, services }: Stage, reply: (typeof REPLIES)[number]): Step[] {
  const written = Promise.withResolvers<string>();
  const write: Step = {
    at: reply.at,
    run: async () => {
      const response = await services.replies.generate(named(story.people, reply.by), {
        customerRequest: reply.message,
        responseType: reply.responseType,
        customerId: reply.customer ? named(story.customers, reply.customer) : null,
        leadId: reply.lead ? named(story.leads, reply.lead) : null,
      });
      written.resolve(response.id);
    },
  };
  const send: Step = {
    at: later(reply.at, 2),
    run: async () => services.replies.markUsed(named(story.people, reply.by), await written.promise),
  };
  return reply.used ? [write, send] : [write];
}

function noticing({ story, services }: Stage, { person, created, read, kind, title, body, link }: (typeof NOTIFICATIONS)[number]): Step[] {
  const added = Promise.withResolvers<string>();
  const add: Step = {
    at: created,
    run: async () => {
      const notification = await services.notifications.add({ userId: named(story.people, person).id, kind, title, body, link });
      added.resolve(notification.id);
    },
  };
  if (!read) return [add];
  const note: Step = { at: read, run: async () => services.notifications.markRead(named(story.people, person), [await added.promise]) };
  return [add, note];
}

const later = (moment: Moment, minutes: number): Moment => ({ ...moment, minutesAgo: (moment.minutesAgo ?? 0) - minutes });
