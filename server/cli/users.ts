/**
 * `npm run users`: who has an account, and what whoever runs the server may do about that. A password is made up and printed,
 * or read from the standard input with --stdin.
 */
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Administration, createAdministration } from '#domain/account/administration.ts';
import { DEMO_SIGN_IN } from '#prisma/seed/demo-data.ts';
import { createKnownDevices } from '../auth/known-devices.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createSessions } from '../auth/sessions.ts';
import { createSignInThrottle } from '../auth/sign-in-throttle.ts';
import { createTokens } from '../auth/tokens.ts';
import { systemClock as clock } from '../clock.ts';
import { loadEnvFile, readConfig } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import { withDatabase } from '../database/resolve-database.ts';
import { readDemoState } from '../demo.ts';
import { eventLog as log } from '../events/event-log.ts';
import { createIds } from '../ids.ts';
import { runCli } from './command.ts';

interface Asked {
  readonly username: string;
  readonly email: string;
  /** A password, and how it is told to whoever asked: one that they chose themselves is written nowhere. */
  password(): Promise<{ readonly chosen: string; readonly told: string }>;
}

type Act = (people: Administration, asked: Asked) => Promise<string>;

const COMMANDS: Readonly<Record<string, Act>> = {
  add: async (people, { username, email, password }) => {
    const { chosen, told } = await password();
    const made = await people.add({ username, email, password: chosen });
    return `${made.username} (${made.email}) may sign in with ${told}`;
  },
  password: async (people, { username, password }) => {
    const { chosen, told } = await password();
    const revoked = await people.setPassword(username, chosen);
    return `${username} is signed out everywhere and may sign in with ${told}\nAPI tokens revoked: ${revoked}`;
  },
  'revoke-tokens': async (people, { username }) => `API tokens of ${username} revoked: ${await people.revokeTokens(username)}`,
  'end-sessions': async (people, { username }) => `Sessions of ${username} ended: ${await people.endSessions(username)}`,
  close: async (people, { username }) => {
    await people.setActive(username, false);
    return `The account ${username} is closed. What it did stays.`;
  },
  reopen: async (people, { username }) => {
    await people.setActive(username, true);
    return `The account ${username} is open again.`;
  },
};

const list = async (people: Administration): Promise<string> =>
  (await people.list())
    .map(({ username, email, isActive, createdAt }) =>
      [username, email, isActive ? 'open' : 'closed', createdAt.toISOString().slice(0, 10)].join('\t'),
    )
    .join('\n');

await runCli(async (say) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stdin: { type: 'boolean', default: false } } });
  const [verb, username = '', email = ''] = positionals;
  const act = verb === undefined ? list : COMMANDS[verb];
  if (!act || (verb && !username)) throw new Error(`Say npm run users, or npm run users -- ${Object.keys(COMMANDS).join('|')} username`);
  const password = async () => {
    if (values.stdin) return { chosen: (await text(process.stdin)).replace(/\r?\n$/, ''), told: 'the password that was given' };
    const chosen = randomBytes(12).toString('base64url');
    return { chosen, told: `the password ${chosen}` };
  };
  await withDatabase({ config, log: () => {} }, async (url) => {
    const db = openDatabase({ url, poolSize: 2 });
    try {
      // What an empty database may become is not the demo world yet.
      const { demo } = await readDemoState(db, { wanted: config.DEMO === 'off' ? 'off' : null, embedded: false });
      const people = createAdministration({
        ...{ db, log, clock, newId: createIds(clock), passwords: createPasswords() },
        sessions: createSessions({ pool: db.pool, clock }),
        tokens: createTokens({ pool: db.pool, clock }),
        devices: createKnownDevices({ pool: db.pool, clock }),
        throttle: createSignInThrottle({ pool: db.pool }),
        passwordRules: { companyNames: [config.COMPANY_NAME], demoSignIn: demo ? DEMO_SIGN_IN : null },
        emailDomain: config.COMPANY_EMAIL_DOMAIN,
      });
      say(await act(people, { username, email, password }));
    } finally {
      await db.close();
    }
  });
});
