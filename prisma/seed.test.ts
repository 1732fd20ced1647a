import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCoaching } from '#domain/coaching/queries.ts';
import { mergeColumnTotals } from '#domain/lead/column-totals.ts';
import { SERVER } from '#domain/viewer.ts';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { readDemoState } from '#server/start/demo-state.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { DEMO_SIGN_IN } from './seed/demo-data.ts';
import { seedDemoData } from './seed.ts';

const NOW = new Date('2026-11-20T09:30:00.000Z');
const config = readConfig({ LOG_LEVEL: 'silent' });

const opened: Array<{ db: Database; database: TestDatabase }> = [];
async function emptyDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, poolSize: 4 });
  opened.push({ db, database });
  return db;
}

let seeded: Database;
beforeAll(async () => {
  seeded = await emptyDatabase();
  await seedDemoData({ config, db: seeded, now: NOW });
}, 60_000);
afterAll(async () => {
  for (const { db, database } of opened) {
    await db.close();
    await database.drop();
  }
});

/** Every row of every table, partitions as one, but what is random by design and what only counts insertions. */
async function rows(db: Database): Promise<ReadonlyMap<string, readonly unknown[]>> {
  await mergeColumnTotals(db.pool);
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> '_prisma_migrations'
      order by 1`,
  );
  const all = new Map<string, readonly unknown[]>();
  for (const { name } of tables) {
    const order = name === 'events' ? 'order by id' : '';
    const { rows: found } = await db.pool.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${name} t ${order}`);
    const plain = found.map(({ row }) =>
      JSON.stringify({
        ...row,
        password_hash: null,
        ...(name === 'events' && { id: null, seq: null }),
        ...(name === 'lead_stage_totals' && { id: null }),
      }),
    );
    all.set(name, name === 'events' ? plain : plain.toSorted());
  }
  return all;
}

describe('the demo data', () => {
  it('are the same for the same moment', async () => {
    const other = await emptyDatabase();
    await seedDemoData({ config: readConfig({ COMPANY_EMAIL_DOMAIN: 'elsewhere.example', REGISTRATION: 'closed' }), db: other, now: NOW });
    expect(await rows(other)).toEqual(await rows(seeded));
  });

  it('move with the moment', async () => {
    const later = await emptyDatabase();
    const tomorrow = new Date(NOW.getTime() + 86_400_000);
    await seedDemoData({ config, db: later, now: tomorrow });
    const shopify = { where: { provider: 'shopify' } };
    expect((await later.prisma.integrationState.findUnique(shopify))?.lastSyncAt).toEqual(new Date(tomorrow.getTime() - 300_000));
  });

  it('greets the demo person with exactly three unread notifications', async () => {
    const user = await seeded.prisma.user.findUniqueOrThrow({ where: { username: DEMO_SIGN_IN.username } });
    expect(await seeded.prisma.notification.count({ where: { userId: user.id, readAt: null } })).toBe(3);
    expect(await seeded.prisma.notification.count({ where: { userId: user.id } })).toBeGreaterThan(3);
  });

  it('was synced with the shop five minutes ago', async () => {
    const state = await seeded.prisma.integrationState.findUnique({ where: { provider: 'shopify' } });
    expect(state?.lastSyncAt).toEqual(new Date(NOW.getTime() - 5 * 60_000));
  });

  it('fill every table the screens show, with nobody signed in', async () => {
    const counted = new Map([...(await rows(seeded))].map(([table, found]) => [table, found.length]));
    const empty = [...counted].filter(([, count]) => count === 0).map(([table]) => table);
    // No call runs, and every coaching rule is as it came.
    const live = [
      'assistant_usage',
      'coaching_rules',
      'live_call_notes',
      'live_call_segments',
      'real_time_insights',
      'training_embeddings',
    ];
    expect(empty.toSorted()).toEqual(
      [
        'api_tokens',
        'assignment_rules',
        'auth_challenges',
        'dead_letters',
        'event_consumers',
        'event_floors',
        'import_rows',
        'imports',
        'invitations',
        'job_runs',
        'known_devices',
        'notification_reads',
        'question_dismissals',
        ...live,
        'oidc_identities',
        'passkeys',
        'password_resets',
        'recovery_codes',
        'security_events',
        'sessions',
        'tasks',
        'throttles',
        'totp_credentials',
        'training_phrasings',
        'webhook_deliveries',
        'workspace_settings',
      ].toSorted(),
    );
    expect(counted.get('leads')).toBeGreaterThan(20);
  });

  it('include coaching sessions of the demo person, implemented insights and their follow-ups', async () => {
    const coaching = readCoaching(seeded);
    const insights = await seeded.prisma.coachingInsight.findMany({ where: { user: { username: DEMO_SIGN_IN.username } } });
    expect(new Set(insights.map(({ isImplemented }) => isImplemented))).toEqual(new Set([true, false]));
    const verdicts = (await coaching.followUps(SERVER, insights)).map((followUp) => followUp?.verdict);
    expect(verdicts).toEqual(expect.arrayContaining(['better', 'same', 'unknown']));
  });

  it('record how each lead reached its stage', async () => {
    const leads = await seeded.prisma.lead.findMany();
    const events = await seeded.prisma.event.findMany({ where: { kind: { in: ['lead.created', 'lead.moved'] } }, orderBy: { id: 'asc' } });
    for (const lead of leads) {
      const [created, ...moves] = events.filter(({ subjectId }) => subjectId === lead.id);
      expect(created, lead.name).toMatchObject({ kind: 'lead.created', at: lead.createdAt });
      let stage = Object(created?.data).stage;
      for (const { kind, data } of moves) {
        expect([kind, Object(data).from], lead.name).toEqual(['lead.moved', stage]);
        stage = Object(data).to;
      }
      expect(lead.stage, lead.name).toBe(stage);
      expect(lead.stageChangedAt, lead.name).toEqual((moves.at(-1) ?? created)?.at);
    }
  });

  it('lie before now, in the order of their ids', async () => {
    const events = await seeded.prisma.event.findMany({ orderBy: { id: 'asc' } });
    expect(events.filter(({ at }) => at > NOW)).toEqual([]);
    const story = events.filter(({ kind }) => !kind.startsWith('demo.'));
    expect(story.map(({ at }) => at.getTime())).toEqual(story.map(({ at }) => at.getTime()).toSorted((one, other) => one - other));
    const leads = await seeded.prisma.lead.findMany({ orderBy: { id: 'asc' } });
    expect(leads.map(({ createdAt }) => createdAt.getTime())).toEqual(
      leads.map(({ createdAt }) => createdAt.getTime()).toSorted((one, other) => one - other),
    );
  });
});

describe('the decision to seed', () => {
  const any = { wanted: null, embedded: true } as const;

  it('is yes for an empty embedded database, or where DEMO=on', async () => {
    const db = await emptyDatabase();
    expect(await readDemoState(db, any)).toEqual({ demo: true, seed: true });
    expect(await readDemoState(db, { wanted: 'on', embedded: false })).toEqual({ demo: true, seed: true });
    expect(await readDemoState(db, { wanted: null, embedded: false })).toEqual({ demo: false, seed: false });
    for (const embedded of [true, false])
      expect(await readDemoState(db, { wanted: 'off', embedded })).toEqual({ demo: false, seed: false });
  });

  it('is no for a database that has users', async () => {
    const db = await emptyDatabase();
    await db.prisma.user.create({
      data: { id: 'ada', username: 'ada', email: 'ada@example.com', passwordHash: '', createdAt: NOW, updatedAt: NOW },
    });
    for (const wanted of ['on', null] as const) {
      for (const embedded of [true, false]) expect(await readDemoState(db, { wanted, embedded })).toEqual({ demo: false, seed: false });
    }
  });

  it('is made once: seeded data stay demo data until DEMO=off', async () => {
    for (const wanted of ['on', null] as const)
      expect(await readDemoState(seeded, { wanted, embedded: false })).toEqual({ demo: true, seed: false });
    expect(await readDemoState(seeded, { wanted: 'off', embedded: true })).toEqual({ demo: false, seed: false });
  });

  it('is yes again after an interrupted seed, which then completes', async () => {
    const db = await emptyDatabase();
    let writes = 0;
    const end = db.afterCommit(() => {
      writes += 1;
    });
    const failing: Database = {
      ...db,
      transaction: async (work, options) => {
        if (writes >= 40) throw new Error('Connection lost');
        return db.transaction(work, options);
      },
    };
    await expect(seedDemoData({ config, db: failing, now: NOW })).rejects.toThrow('Connection lost');
    end();
    expect(await db.prisma.user.count()).toBeGreaterThan(0);
    expect(await readDemoState(db, any)).toEqual({ demo: true, seed: true });
    expect(await readDemoState(db, { wanted: 'off', embedded: true })).toEqual({ demo: false, seed: false });
    await seedDemoData({ config, db, now: NOW });
    expect(await rows(db)).toEqual(await rows(seeded));
    expect(await readDemoState(db, any)).toEqual({ demo: true, seed: false });
  });
});
