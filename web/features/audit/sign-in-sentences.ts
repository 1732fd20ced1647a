/** The values of an entry, as the event or the line of the security log has them. */
export type Values = Readonly<Record<string, unknown>>;

const METHODS: Readonly<Record<string, string>> = {
  password: 'with the password',
  second_factor: 'with the password and a second factor',
  passkey: 'with a passkey',
  oidc: 'with the company account',
};

const FAILURES: Readonly<Record<string, string>> = {
  second_factor: 'Sign-in failed: the password was right, the code of the second factor wrong or used',
  passkey: 'Sign-in failed: the passkey is unknown, or was made for another page',
  oidc_refused: 'Sign-in failed: the identity provider’s answer was not accepted',
  oidc_no_group: 'Sign-in failed: in no group of the identity provider that may use Callboard',
  oidc_no_email: 'Sign-in failed: the identity provider gave no verified email address',
  oidc_closed: 'Sign-in failed: the account is closed',
  oidc_name_in_use: 'Sign-in failed: the username or email address belongs to another account',
  oidc_not_invited: 'Sign-in failed: no account, and no invitation to the email address',
};

const FACTOR_CHANGES: Readonly<Record<string, string>> = {
  app_added: 'Authenticator app set up',
  app_removed: 'Authenticator app and recovery codes removed',
  recovery_codes_renewed: 'Recovery codes renewed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
};

const said = (sentences: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === 'string' ? sentences[key] : undefined;

const SENTENCES: Readonly<Record<string, (values: Values) => string>> = {
  'session.started': ({ method }) => ['Signed in', said(METHODS, method)].filter(Boolean).join(' '),
  'session.ended': () => 'Signed out',
  'sign_in.failed': ({ reason }) =>
    said(FAILURES, reason) ?? 'Sign-in failed: the username is unknown, the password wrong or the account closed',
  'sign_in.locked_out': () => 'Sign-in refused: too many attempts',
  'second_factor.required': () => 'The password was right; asked for the second factor',
  'password.confirmation_failed': () => 'Typed the current password wrong while signed in',
  'password_reset.requested': () => 'Asked for a link to choose a new password',
  'password_reset.mailed': () => 'The link to choose a new password was mailed',
  'password_reset.rejected': () => 'Opened a link to choose a new password that is used, expired or made up',
  'account.registered': () => 'Account created',
  'account.password_changed': () => 'Changed the own password',
  'account.password_set': () => 'The operator set the password',
  'account.password_reset': () => 'Chose a new password by a link; all sessions and API tokens ended',
  'account.reset_link_created': ({ username }) => `Made a password reset link for ${username}`,
  'account.second_factor_changed': ({ change }) => said(FACTOR_CHANGES, change) ?? 'Second factor changed',
  'account.linked': ({ issuer }) => `Linked with the identity provider ${issuer}`,
  'role.second_factor_changed': ({ key, required }) =>
    required ? `The role ${key} requires a second factor now` : `The role ${key} no longer requires a second factor`,
  'token.first_used': () => 'Used an API token for the first time',
};

/** An entry about signing in, as a sentence; null for any other. */
export const signInSentence = (kind: string, values: Values): string | null => SENTENCES[kind]?.(values) ?? null;
