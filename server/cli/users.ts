/**
 * `npm run users`: lists accounts, and lets the operator add, close and reopen them, give them roles and reset passwords. A password is generated and
 * printed, or read from the standard input with --stdin.
 */
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { isRoleKey, ROLE_KEYS } from '#contract/access.ts';
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
import { eventLog as log } from '../events/event-log.ts';
import { createIds } from '../ids.ts';
import { readDemoState } from '../start/demo-state.ts';
import { runCli } from './run-cli.ts';

interface CommandInput {
  readonly username: string;
  /** What follows the username: the email address of `add`, the role of `role`; empty where nothing does. */
  readonly argument: string;
  /** The new password, and how to print it: one that was passed in is not repeated. */
  password(): Promise<{ readonly password: string; readonly printed: string }>;
}

type Command = (administration: Administration, input: CommandInput) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  add: async (administration, { username, argument: email, password }) => {
    const { password: chosen, printed } = await password();
    const user = await administration.add({ username, email, password: chosen });
    return `Added ${user.username} (${user.email}). They can sign in with ${printed}.`;
  },
  password: async (administration, { username, password }) => {
    const { password: chosen, printed } = await password();
    const revoked = await administration.setPassword(username, chosen);
    return `${username} was signed out everywhere and can sign in with ${printed}.\nAPI tokens revoked: ${revoked}`;
  },
  'revoke-tokens': async (administration, { username }) =>
    `API tokens of ${username} revoked: ${await administration.revokeTokens(username)}`,
  'end-sessions': async (administration, { username }) => `Sessions of ${username} ended: ${await administration.endSessions(username)}`,
  role: async (administration, { username, argument: role }) => {
    if (!isRoleKey(role)) throw new Error(`Usage: npm run users -- role <username> ${ROLE_KEYS.join('|')}`);
    await administration.setRole(username, role);
    return `${username} has the role ${role} now.`;
  },
  'remove-second-factors': async (administration, { username }) => {
    await administration.removeSecondFactors(username);
    return `${username} signs in with the password alone, and sets up a second factor again if the role requires one.`;
  },
  'break-glass': async (administration, { username, password }) => {
    const { password: chosen, printed } = await password();
    await administration.setPassword(username, chosen);
    await administration.setBreakGlass(username, true);
    return `${username} is an admin who needs no second factor and can sign in with ${printed}.\nEnd it with: npm run users -- break-glass-end ${username}`;
  },
  'break-glass-end': async (administration, { username }) => {
    await administration.setBreakGlass(username, false);
    return `${username} needs a second factor again where the role requires one.`;
  },
  close: async (administration, { username }) => {
    await administration.setActive(username, false);
    return `Closed the account ${username}. Their data is kept.`;
  },
  reopen: async (administration, { username }) => {
    await administration.setActive(username, true);
    return `Reopened the account ${username}.`;
  },
};

const list = async (administration: Administration): Promise<string> =>
  (await administration.list())
    .map(({ username, email, roleKey, isActive, createdAt }) =>
      [username, email, isActive ? 'open' : 'closed', createdAt.toISOString().slice(0, 10), roleKey].join('\t'),
    )
    .join('\n');

await runCli(async (print) => {
  loadEnvFile();
  const config = readConfig(process.env);
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stdin: { type: 'boolean', default: false } } });
  const [verb, username = '', argument = ''] = positionals;
  const run = verb === undefined ? list : COMMANDS[verb];
  if (!run || (verb && !username)) throw new Error(`Usage: npm run users [-- ${Object.keys(COMMANDS).join('|')} <username>]`);
  const password = async () => {
    if (values.stdin) return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), printed: 'the given password' };
    const generated = randomBytes(12).toString('base64url');
    return { password: generated, printed: `the password ${generated}` };
  };
  await withDatabase({ config, log: () => {} }, async (url) => {
    const db = openDatabase({ url, poolSize: 2 });
    try {
      // Only existing demo data counts here, not what the next start may create.
      const { demo } = await readDemoState(db, { wanted: config.DEMO === 'off' ? 'off' : null, embedded: false });
      const administration = createAdministration({
        ...{ db, log, clock, newId: createIds(clock), passwords: createPasswords() },
        sessions: createSessions({ pool: db.pool, clock }),
        tokens: createTokens({ pool: db.pool, clock }),
        devices: createKnownDevices({ pool: db.pool, clock }),
        throttle: createSignInThrottle({ pool: db.pool }),
        passwordRules: { companyNames: [config.COMPANY_NAME], demoSignIn: demo ? DEMO_SIGN_IN : null },
        emailDomain: config.COMPANY_EMAIL_DOMAIN,
      });
      print(await run(administration, { username, argument, password }));
    } finally {
      await db.close();
    }
  });
});
