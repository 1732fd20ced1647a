import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_SIGN_IN } from '#prisma/seed/demo-data.ts';
import { createPasswords } from '#server/auth/passwords.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createDemoSignIn } from './demo-sign-in.ts';

let app: TestApp;
let demo: Caller;
beforeAll(async () => {
  app = await createTestApp();
  demo = app.anonymous();
  await demo.rest.post('/api/auth/register', { ...DEMO_SIGN_IN, password: 'correct horse' });
  const passwordHash = await createPasswords().hash(DEMO_SIGN_IN.password);
  await app.container.db.prisma.user.update({ where: { username: DEMO_SIGN_IN.username }, data: { passwordHash } });
});
afterAll(() => app.close());

const change = (current: string, chosen: string) => {
  app.clock.advance(60_000);
  return demo.graph(`mutation { changePassword(current: "${current}", new: "${chosen}") { __typename } }`);
};

it('the demo sign-in is offered as long as it works', async () => {
  const { works } = createDemoSignIn({ db: app.container.db, passwords: createPasswords(), signIn: DEMO_SIGN_IN });
  expect([await works(), await works()]).toEqual([true, true]);
  await change(DEMO_SIGN_IN.password, 'battery staple');
  expect(await works()).toBe(false);
  await app.container.db.prisma.user.update({
    where: { username: DEMO_SIGN_IN.username },
    data: { passwordHash: await createPasswords().hash(DEMO_SIGN_IN.password) },
  });
  expect(await works()).toBe(true);
  await app.container.db.prisma.user.update({ where: { username: DEMO_SIGN_IN.username }, data: { isActive: false } });
  expect(await works()).toBe(false);
});

it('it is not offered without the demo data', async () => {
  expect((await app.anonymous().graph('{ workspace { demoSignIn } }')).data).toEqual({ workspace: { demoSignIn: false } });
});
