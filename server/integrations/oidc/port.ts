/** Who signed in, as the identity provider says. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** The person's id at the provider; it never changes. */
  readonly subject: string;
  /** Null where the provider gives none, or says that it was not verified. */
  readonly email: string | null;
  /** Whether the provider says that the address was verified; false where it says nothing. */
  readonly isEmailVerified: boolean;
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
  /** The session there (`sid`); null where the provider has no such id. */
  readonly sessionId: string | null;
}

/** What the way back is compared with. */
export interface RedirectChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Whose sessions the provider ends: one of somebody, or all of theirs. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly sessionId: string | null;
  /** The id of this message: each counts once. */
  readonly messageId: string;
}

/** The provider did not answer, or its answer is not acceptable: a foreign issuer, a used code, another state or nonce. */
export class IdentityProviderRefused extends Error {
  override readonly name = 'IdentityProviderRefused';
}

/** The company's identity provider. All reject with `IdentityProviderRefused`; each request has a timeout of ten seconds. */
export interface IdentityProvider {
  /** Where to send the browser, and what to compare its return with. */
  begin(): Promise<RedirectChecks & { readonly url: string }>;
  /** Who came back with these parameters. */
  finish(parameters: URLSearchParams, checks: RedirectChecks): Promise<ProviderIdentity>;
  /** Reads a logout token that the provider sent. */
  readLogout(token: string): Promise<ProviderLogout>;
}
