import { type Config, isRegistrationOpen, listensOnLoopback } from './config.ts';

interface StartState {
  /** Whether this is the demo world. */
  readonly demo: boolean;
  /** Whether anybody has an account. */
  readonly hasAccounts: boolean;
}

/** What whoever starts the server should know about who can get in, a sentence each. */
export function startNotices(
  config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'REGISTRATION' | 'TRUST_PROXY'>,
  { demo, hasAccounts }: StartState,
): string[] {
  const open = isRegistrationOpen(config, demo);
  const isPublic = !listensOnLoopback(config) || config.PUBLIC_URL !== null;
  return [
    ...(!hasAccounts && !open ? ['Nobody has an account yet. Make the first one: npm run people -- add ada'] : []),
    ...(open && isPublic ? ['Warning: REGISTRATION=open lets anyone who reaches this server make an account and see everything.'] : []),
    ...(config.PUBLIC_URL?.startsWith('https:') && config.TRUST_PROXY === 'off'
      ? [
          'Warning: PUBLIC_URL is https, but TRUST_PROXY is off. Behind a proxy, sign-in limits then count all people as one address: set TRUST_PROXY=on.',
        ]
      : []),
  ];
}
