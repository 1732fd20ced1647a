import { type Config, listensOnLoopback, registrationDefault } from '../config.ts';

interface StartState {
  /** Whether this is the demo data. */
  readonly demo: boolean;
  /** Whether anybody has an account. */
  readonly hasAccounts: boolean;
}

/** What the person who starts the server should know about access, one sentence each. */
export function startNotices(
  config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'REGISTRATION' | 'TRUST_PROXY'>,
  { demo, hasAccounts }: StartState,
): string[] {
  const open = registrationDefault(config, demo) === 'open';
  const isPublic = !listensOnLoopback(config) || config.PUBLIC_URL !== null;
  return [
    ...(!hasAccounts && !open ? ['No accounts yet. Create the first one: npm run users -- add ada'] : []),
    ...(open && isPublic ? ['Warning: REGISTRATION=open lets anyone who can reach this server create an account and see all data.'] : []),
    ...(config.PUBLIC_URL?.startsWith('https:') && config.TRUST_PROXY === 'off'
      ? [
          'Warning: PUBLIC_URL is https, but TRUST_PROXY is off. Behind a proxy, sign-in limits then treat everyone as one address. Set TRUST_PROXY=on.',
        ]
      : []),
  ];
}
