import { expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

const PASSWORD = 'correct horse';
const CHANGED = 'battery staple';
const EVERYTHING = `{
  session { user { id username email firstName lastName jobTitle profileImageUrl displayName } expiresAt }
  events(first: 100) { nodes { kind data subjectId actor { id username email } } }
  leads { nodes { id name customer { id } } } customers { nodes { id name } }
  apiTokens { nodes { id name lastFour } } aiResponses { nodes { id response } } notifications { nodes { id } unreadCount }
}`;

it('never appear: passwords, their hashes and session tokens are in no response, event or log line', async () => {
  const lines: string[] = [];
  const app = await createTestApp({ log: createLogger('trace', { write: (line) => void lines.push(line) }) });
  const ada = app.anonymous();
  const answers: unknown[] = [];
  const tokens: string[] = [];
  const tour = async (answer: Promise<{ body?: unknown; data?: unknown; errors?: unknown }>) => {
    answers.push(await answer);
    tokens.push(ada.cookie().split('=')[1] ?? '');
  };
  const credentials = { username: 'ada', password: PASSWORD };
  await tour(ada.rest.post('/api/auth/register', credentials));
  await tour(app.anonymous().rest.post('/api/auth/register', credentials));
  await tour(ada.rest.post('/api/auth/login', credentials));
  await tour(ada.rest.post('/api/auth/login', { ...credentials, password: 'another secret' }));
  await tour(ada.graph('mutation { signIn(username: "ada", password: "correct horse") { __typename ... on Session { user { id } } } }'));
  await tour(ada.rest.get('/api/auth/me'));
  await tour(ada.graph(`mutation { changePassword(current: "a wrong guess", new: "${CHANGED}") { __typename } }`));
  await tour(ada.graph(`mutation { changePassword(current: "${PASSWORD}", new: "${CHANGED}") { __typename } }`));
  const lead = idOf((await ada.rest.post('/api/leads', { name: 'Jo' })).body);
  await tour(ada.rest.put(`/api/leads/${lead}/stage`, { stage: 'won' }));
  for (const path of ['/api/leads', '/api/customers', '/api/ai/responses', '/schema.graphql', '/metrics', '/readyz'])
    await tour(ada.rest.get(path));
  const { secret } = await createToken(ada, { password: CHANGED });
  tokens.push(secret);
  await tour(app.anonymous().rest.get('/api/leads', bearer(secret)));
  await tour(app.anonymous().rest.get('/api/leads', bearer(`${secret.slice(0, -1)}-`)));
  await tour(ada.rest.post('/api/ai/generate-response', { customerRequest: 'What does it cost?' }));
  await tour(ada.graph(EVERYTHING));
  // An error nobody expects is logged with all it carries.
  await app.container.db.pool.query('alter table users rename column password_hash to hidden');
  await tour(app.anonymous().rest.post('/api/auth/register', { ...credentials, username: 'eve' }));
  await tour(app.anonymous().rest.post('/api/auth/login', credentials));
  await app.container.db.pool.query('alter table users rename column hidden to password_hash');
  await tour(ada.rest.post('/api/auth/logout'));

  const { passwordHash } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'ada' } });
  const { rows: events } = await app.container.db.pool.query('select e::text from events e');
  expect(events.length).toBeGreaterThan(5);
  expect(lines.length).toBeGreaterThan(2);
  expect(JSON.stringify(answers)).toContain('Something went wrong');
  const secrets = [...new Set([passwordHash, PASSWORD, CHANGED, 'another secret', 'a wrong guess', '$argon2id', ...tokens])].filter(
    Boolean,
  );
  const outputs = { answers: JSON.stringify(answers), events: JSON.stringify(events), log: lines.join('') };
  for (const [where, text] of Object.entries(outputs)) {
    for (const secret of secrets) expect(text.includes(secret), `${secret.slice(0, 12)} in ${where}`).toBe(false);
  }
  expect(outputs.answers + outputs.events).not.toMatch(/password_?hash/i);
  await app.close();
});
