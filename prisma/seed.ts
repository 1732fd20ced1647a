import { randomBytes } from 'node:crypto';
import type { EventType } from '#domain/domain-events.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import { createSessions } from '#server/auth/sessions.ts';
import type { Config } from '#server/config.ts';
import { configureServices } from '#server/configure-services.ts';
import type { Database } from '#server/database/client.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createIds } from '#server/ids.ts';
import { DEMO_SIGN_IN, loadDemoData } from './seed/demo-data.ts';
import { insertRecords, insertTraining } from './seed/records.ts';
import { createScenario, runSteps, type SeedContext } from './seed/scenario.ts';
import { createSteps } from './seed/steps.ts';

interface SeedOptions {
  readonly config: Config;
  readonly db: Database;
  /** The moment the demo data lead up to. */
  readonly now: Date;
}

/**
 * Fills an empty database with the demo data: what people did through the services, in the order it happened, and what came
 * from outside as rows. The same `now` gives the same rows.
 */
export async function seedDemoData({ config, db, now }: SeedOptions): Promise<void> {
  const scenario = createScenario(now);
  const { clock } = scenario;
  const newId = createIds(clock, seededBytes(7));
  const sessions = createSessions({ pool: db.pool, clock });
  const data = loadDemoData();
  const settings: Config = { ...config, REGISTRATION: 'open', COMPANY_NAME: data.company.name };
  const services = configureServices({ config: settings, demo: true, db, assistant: offlineAssistant(), clock, newId, sessions });
  const context: SeedContext = { data, scenario, services, db, newId };
  const mark = (kind: Extract<EventType, `demo.${string}`>) =>
    db.transaction((tx) => eventLog.append(tx, { kind, subject: { type: 'workspace', id: 'demo' }, actorId: null, data: {}, at: now }));

  // The first mark says that a seed began, the last that it is complete: an interrupted one is removed and starts again.
  await removeInterrupted(db);
  await mark('demo.begun');
  await insertTraining(context);
  const password = ({ username }: { username: string }) =>
    username === DEMO_SIGN_IN.username ? DEMO_SIGN_IN.password : randomBytes(24).toString('base64url');
  await runSteps(scenario, createSteps(context, password));
  await insertRecords(context);
  // Registration signed everybody in; nobody has.
  await db.prisma.session.deleteMany();
  await db.prisma.knownDevice.deleteMany();
  await db.prisma.throttle.deleteMany();
  await mark('demo.seeded');
}

/** Roles stay: they come with the migrations. */
async function removeInterrupted(db: Database): Promise<void> {
  if (!(await db.prisma.event.findFirst({ where: { kind: 'demo.begun' }, select: { id: true } }))) return;
  const tables = await db.prisma.$queryRaw<Array<{ name: string }>>`
    select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() and tablename not in ('_prisma_migrations', 'event_head', 'roles', 'role_permissions')`;
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
