import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Passkey } from '#prisma/generated/client.ts';
import type { Challenges } from '#server/auth/challenges.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import { requireUnlimited } from '../access/token-access.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, Forbidden, NotFound, WrongPassword } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import type { ConfirmPassword } from './password-confirmation.ts';
import type { Accounts, SignedIn, Visitor } from './service.ts';

/** Loaded only where it is needed: it is large, with its parsers of certificates. */
const webAuthn = () => import('@simplewebauthn/server');

/** Passkeys of one person. */
export const PASSKEYS_PER_PERSON = 20;

/** Where the browser is: what a passkey is bound to. */
export interface RelyingParty {
  /** The origin of the page, such as `https://crm.example.com`. */
  readonly origin: string;
  /** Its host name. */
  readonly id: string;
}

interface PasskeyDeps extends Omit<ServiceDeps, 'newId'>, SecurityDeps {
  readonly challenges: Challenges;
  readonly throttle: SignInThrottle;
  readonly confirmPassword: ConfirmPassword;
  readonly accounts: Pick<Accounts, 'openSession'>;
  readonly settings: { readonly companyName: string };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

const base64url = z.string().regex(/^[\w-]{1,4096}$/);
const Transports = z.array(z.string()).max(10).optional();

// What the libraries check in detail; here only the shape, so that nothing unexpected reaches them.
const RegistrationResponse = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url, attestationObject: z.string().regex(/^[\w-]{1,65536}$/), transports: Transports }),
});
const AuthenticationResponse = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle: base64url.nullish() }),
});
const NewPasskey = z.object({ name: z.string().trim().min(1, 'Name is required').max(80), response: RegistrationResponse });

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];
const transportsOf = (given: readonly string[] = []) => TRANSPORTS.filter((known) => given.includes(known));

/** Sign-in with a passkey (WebAuthn), without username and password. It counts as two factors: the device, and its PIN or biometrics. */
export const createPasskeys = ({ db, log, clock, challenges, throttle, confirmPassword, accounts, settings, securityLog }: PasskeyDeps) => {
  const list = async (viewer: Viewer): Promise<Passkey[]> => {
    requireUnlimited(viewer, 'your passkeys');
    const where = { userId: viewer.id };
    return db.prisma.passkey.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: PASSKEYS_PER_PERSON });
  };

  const eventOf = (viewer: Viewer, change: 'passkey_added' | 'passkey_removed') =>
    ({
      kind: 'account.second_factor_changed',
      subject: { type: 'user', id: viewer.id },
      actorId: viewer.id,
      data: { change },
      at: clock.now(),
    }) as const;

  const refuse = (): never => {
    securityLog.record('sign_in.failed', { reason: 'passkey' });
    throw new WrongPassword('This passkey was not accepted. Sign in with your password, or try again.');
  };

  return {
    /** The viewer's passkeys, oldest first. */
    list,

    /** What the browser makes a passkey with. Throws like `ConfirmPassword`, and `Conflict` for too many. */
    registrationOptions: async (viewer: Viewer, input: unknown, { id: rpID }: RelyingParty): Promise<unknown> => {
      await confirmPassword(viewer, input);
      const existing = await list(viewer);
      if (existing.length >= PASSKEYS_PER_PERSON)
        throw new Conflict(`There can be at most ${PASSKEYS_PER_PERSON} passkeys. Remove one first.`);
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: settings.companyName,
        rpID,
        userName: viewer.username,
        userID: new TextEncoder().encode(viewer.id),
        userDisplayName: `${viewer.firstName} ${viewer.lastName}`.trim() || viewer.username,
        attestationType: 'none',
        excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: transportsOf(transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await challenges.add('passkey_registration', options.challenge, { userId: viewer.id });
      return options;
    },

    /** Stores the passkey that the browser made. Throws `WrongPassword` where it was made for another page, challenge or person. */
    register: async (viewer: Viewer, input: unknown, { id: expectedRPID, origin: expectedOrigin }: RelyingParty): Promise<Passkey> => {
      assertPerson(viewer);
      const { name, response } = parse(NewPasskey, input);
      const expectedChallenge = async (challenge: string) =>
        (await challenges.take('passkey_registration', challenge))?.userId === viewer.id;
      const { verifyRegistrationResponse } = await webAuthn();
      const verified = await verifyRegistrationResponse({
        response: { ...registrationOf(response), clientExtensionResults: {} },
        ...{ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true },
      }).catch(() => null);
      if (!verified?.verified) throw new WrongPassword('This passkey was not accepted. Try again.');
      const { credential } = verified.registrationInfo;
      const passkey = await db.transaction(async (tx) => {
        if (await tx.passkey.findUnique({ where: { id: credential.id } })) throw new Conflict('This passkey is registered already.');
        await log.append(tx, eventOf(viewer, 'passkey_added'));
        return tx.passkey.create({
          data: {
            id: credential.id,
            userId: viewer.id,
            name,
            publicKey: Buffer.from(credential.publicKey),
            counter: credential.counter,
            transports: transportsOf(credential.transports),
            createdAt: clock.now(),
          },
        });
      });
      securityLog.record('passkey.added', { actor: viewer });
      return passkey;
    },

    /** Removes one of the viewer's passkeys and returns it. Throws `NotFound`. */
    remove: async (viewer: Viewer, id: string): Promise<Passkey> => {
      assertPerson(viewer);
      const passkey = await db.transaction(async (tx) => {
        const found = await tx.passkey.findFirst({ where: { id, userId: viewer.id } });
        if (!found) throw new NotFound('Passkey', id);
        await tx.passkey.delete({ where: { id } });
        await log.append(tx, eventOf(viewer, 'passkey_removed'));
        return found;
      });
      securityLog.record('passkey.removed', { actor: viewer });
      return passkey;
    },

    /** What the browser finds a passkey of this page with, whoever's it is. Throws `TooManyAttempts`. */
    signInOptions: async (address: string, { id: rpID }: RelyingParty): Promise<unknown> => {
      await throttle.challenge(address);
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await challenges.add('passkey_sign_in', options.challenge);
      return options;
    },

    /** Signs in. Throws `WrongPassword` for a passkey that is unknown, of another page, or answers another or a used challenge. */
    signIn: async (input: unknown, visitor: Visitor, { id: expectedRPID, origin: expectedOrigin }: RelyingParty): Promise<SignedIn> => {
      if (visitor.previous?.credential.kind === 'token')
        throw new Forbidden('API tokens cannot sign in or out. Send the request without one.');
      const { response } = parse(z.object({ response: AuthenticationResponse }), input);
      const passkey = await db.reserved.prisma.passkey.findUnique({ where: { id: response.id }, include: { user: true } });
      if (!passkey?.user.isActive) return refuse();
      const expectedChallenge = async (challenge: string) => (await challenges.take('passkey_sign_in', challenge)) !== null;
      const { id, publicKey, counter, transports, user } = passkey;
      const { verifyAuthenticationResponse } = await webAuthn();
      const verified = await verifyAuthenticationResponse({
        response: authenticationOf(response),
        credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports: transportsOf(transports) },
        ...{ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true },
      }).catch(() => null);
      if (!verified?.verified) return refuse();
      const { newCounter } = verified.authenticationInfo;
      return accounts.openSession(user, visitor, { method: 'passkey' }, async (tx) => {
        const { count } = await tx.passkey.updateMany({
          where: { id, user: { isActive: true } },
          data: { counter: newCounter, lastUsedAt: clock.now() },
        });
        if (count === 0) refuse();
      });
    },
  };
};

const registrationOf = ({
  response,
  ...rest
}: z.output<typeof RegistrationResponse>): Omit<RegistrationResponseJSON, 'clientExtensionResults'> => ({
  ...rest,
  response: { ...response, transports: transportsOf(response.transports) },
});

const authenticationOf = ({ response, ...rest }: z.output<typeof AuthenticationResponse>): AuthenticationResponseJSON => ({
  ...rest,
  response: { ...response, userHandle: response.userHandle ?? undefined },
  clientExtensionResults: {},
});

function assertPerson({ credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('API tokens cannot do this. Sign in with a browser.');
}
