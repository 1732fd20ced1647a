import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createKnownDevices, DEVICE_DAYS, DEVICES_PER_PERSON } from './known-devices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  for (const username of ['ada', 'grace']) await app.signUp(username);
});
afterAll(() => app.close());

const open = () => createKnownDevices({ pool: app.container.db.pool, clock: app.clock });
const remember = async (username: string, token: string | null) => {
  const { id } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username } });
  return app.container.db.transaction((tx) => open().remember(tx, id, token));
};

it('remembers the browser of every sign-in for half a year, stored as a hash', async () => {
  const token = await remember('ada', null);
  expect([await open().find(token, 'ADA'), await open().find(token, 'grace'), await open().find(null, 'ada')]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    null,
    null,
  ]);
  expect(await remember('grace', token)).toBe(token);
  expect(await open().find(token, 'grace')).not.toBeNull();
  const { rows } = await app.container.db.pool.query('select known_devices::text as text from known_devices');
  expect(JSON.stringify(rows)).not.toContain(token);
  app.clock.advance(DEVICE_DAYS * 86_400_000);
  expect(await open().find(token, 'ada')).toBeNull();
});

it('a value that belongs to no sign-in is replaced', async () => {
  for (const planted of ['x'.repeat(43), 'short', '', `${'x'.repeat(43)}; y`]) {
    expect(await remember('ada', planted)).not.toBe(planted);
    expect(await open().find(planted, 'ada')).toBeNull();
  }
});

it('a person has a bounded number of them; the one not used for longest is forgotten', async () => {
  const first = await remember('grace', null);
  for (let browser = 0; browser < DEVICES_PER_PERSON; browser += 1) {
    app.clock.advance(1_000);
    await remember('grace', null);
  }
  expect(await open().find(first, 'grace')).toBeNull();
  expect(await app.container.db.prisma.knownDevice.count({ where: { user: { username: 'grace' } } })).toBe(DEVICES_PER_PERSON);
});
