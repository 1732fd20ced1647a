import { randomBytes } from 'node:crypto';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import { createSessions } from '#server/auth/sessions.ts';
import type { Config } from '#server/config.ts';
import { createServices } from '#server/create-services.ts';
import type { Database } from '#server/database/client.ts';
import type { EventType } from '#server/domain/domain-events.ts';
import { eventLog } from '#server/events/log.ts';
import { createIds } from '#server/ids.ts';
import { DEMO_COMPANY, DEMO_SIGN_IN } from './demo.ts';
import { calls } from './seed/calls.ts';
import { coaching } from './seed/coaching.ts';
import { placeRecords, placeTraining } from './seed/records.ts';
import { beginScenario, tell } from './seed/scenario.ts';
import { steps } from './seed/steps.ts';

interface SeedOptions {
  readonly config: Config;
  readonly db: Database;
  /** The moment the story leads up to. */
  readonly now: Date;
}

/**
 * Builds the demo world in an empty database: what people did through the services, in the order it happened, and what came from
 * outside as records. The same `now` gives the same world.
 */
export async function seedDemoWorld({ config, db, now }: SeedOptions): Promise<void> {
  const story = beginScenario(now);
  const { clock } = story;
  const newId = createIds(clock, seededBytes(7));
  const sessions = createSessions({ pool: db.pool, clock });
  const settings: Config = { ...config, REGISTRATION: 'open', COMPANY_NAME: DEMO_COMPANY };
  const services = createServices({ config: settings, demo: true, db, assistant: offlineAssistant(), clock, newId, sessions });
  const mark = (kind: Extract<EventType, `demo.${string}`>) =>
    db.transaction((tx) => eventLog.append(tx, { kind, subject: { type: 'workspace', id: 'demo' }, actorId: null, data: {}, at: now }));

  // A story broken off is cleared away and told anew: the first mark says that it began, the last that it is whole.
  await clearBrokenOff(db);
  await mark('demo.begun');
  await placeTraining({ db, story, newId });
  const password = ({ username }: { username: string }) =>
    username === DEMO_SIGN_IN.username ? DEMO_SIGN_IN.password : randomBytes(24).toString('base64url');
  await tell(story, [...steps({ story, services, db, password }), ...calls({ db, story, newId }), ...coaching({ story, services })]);
  await placeRecords({ db, story, newId });
  // Nobody has signed in yet: registering did, on everyone's behalf.
  await db.prisma.session.deleteMany();
  await db.prisma.knownDevice.deleteMany();
  await db.prisma.throttle.deleteMany();
  await mark('demo.seeded');
}

async function clearBrokenOff(db: Database): Promise<void> {
  if (!(await db.prisma.event.findFirst({ where: { kind: 'demo.begun' }, select: { id: true } }))) return;
  const tables = await db.prisma.$queryRaw<Array<{ name: string }>>`
    select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() and tablename not in ('_prisma_migrations', 'event_head')`;
  await db.prisma.$executeRawUnsafe(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
}

/** Bytes that look random and are always the same (mulberry32). */
function seededBytes(seed: number): () => Uint8Array {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return () => Uint8Array.from({ length: 16 }, next);
}
