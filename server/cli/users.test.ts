import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_SIGN_IN } from '#prisma/seed/demo-data.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Adds the demo person with the demo password; answers what the command printed. */
async function addDemoPerson(): Promise<string> {
  const env = { ...process.env, DATABASE_URL: app.databaseUrl };
  const child = spawn(process.execPath, ['server/cli/users.ts', 'add', DEMO_SIGN_IN.username, '--stdin'], { env });
  child.stdin.end(DEMO_SIGN_IN.password);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return out + errors;
}

it('allows the demo password in the demo data alone', async () => {
  const { db, clock } = app.container;
  expect(await addDemoPerson()).toMatch(/password/i);
  expect(await db.prisma.user.count()).toBe(0);
  const event = { kind: 'demo.seeded', subjectType: 'workspace', subjectId: 'demo', data: {}, at: clock.now() };
  await db.prisma.event.create({ data: event });
  expect(await addDemoPerson()).toContain('can sign in');
  expect(await db.prisma.user.count()).toBe(1);
});
