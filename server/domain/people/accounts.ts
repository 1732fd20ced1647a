import type { RoleKey } from '#contract/access.ts';
import { PeopleQuestion } from '#contract/access-input.ts';
import type { User } from '#prisma/generated/client.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import type { Tx } from '#server/database/client.ts';
import { revokeAllTokens } from '../account/revoke-tokens.ts';
import { removeAllFactors } from '../account/second-factor.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { about, type ChangeAccess, requireAdmin, requireAnotherAdmin, requireUser } from './change-access.ts';
import { handOver } from './hand-over.ts';
import { revokeInvitationsOf } from './invitations.ts';

type Names = Pick<User, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'jobTitle' | 'profileImageUrl'>;

/** An account as an admin sees it. */
export interface PersonRow extends Names {
  readonly roleKey: RoleKey;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly isActive: boolean;
  readonly absentFrom: Date | null;
  readonly absentUntil: Date | null;
  readonly capacity: number | null;
  readonly createdAt: Date;
  /** The last use of a session that has not ended, to the minute. */
  readonly lastSeenAt: Date | null;
  readonly sessions: number;
  readonly tokens: number;
  /** Whether an authenticator app is set up. */
  readonly hasAuthenticatorApp: boolean;
  readonly passkeys: number;
  /** Whether they sign in with the identity provider. */
  readonly usesIdentityProvider: boolean;
  /** Signs in without the second factor that the role requires: the operator’s emergency account. */
  readonly secondFactorExempt: boolean;
}

/** What somebody has that is handed over or ends with their account. */
export interface DeactivationPreview {
  readonly leads: number;
  readonly customers: number;
  readonly flows: number;
  readonly tasks: number;
  readonly liveCalls: number;
  readonly sessions: number;
  readonly tokens: number;
}

const COLUMNS = `u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle",
  u.profile_image_url as "profileImageUrl", u.role_key as "roleKey", u.team_id as "teamId", t.name as "teamName",
  u.is_active as "isActive", u.absent_from as "absentFrom", u.absent_until as "absentUntil", u.capacity, u.created_at as "createdAt",
  u.second_factor_exempt as "secondFactorExempt"`;
const SESSIONS = 'from sessions where user_id = u.id and expires_at > $1';
const TOKENS = 'from api_tokens where user_id = u.id and revoked_at is null and (expires_at is null or expires_at > $1)';
const PERSON = `select ${COLUMNS}, (select max(last_seen_at) ${SESSIONS}) as "lastSeenAt", (select count(*)::int ${SESSIONS}) as sessions,
  (select count(*)::int ${TOKENS}) as tokens,
  exists (select from totp_credentials where user_id = u.id and confirmed_at is not null) as "hasAuthenticatorApp",
  (select count(*)::int from passkeys where user_id = u.id) as passkeys,
  exists (select from oidc_identities where user_id = u.id) as "usesIdentityProvider"`;
const WHERE = `from users u left join teams t on t.id = u.team_id
  where ($2::text is null or position(lower($2) in lower(concat_ws(' ', u.first_name, u.last_name, u.username, u.email))) > 0)
    and ($3::text is null or u.role_key = $3) and ($4::text is null or u.team_id = $4) and ($5::boolean is null or u.is_active = $5)`;
const LIST = `${PERSON} ${WHERE} order by u.is_active desc, u.username, u.id limit $6`;
const COUNT = `select count(*)::int as count ${WHERE} and $1::timestamptz is not null`;
const ONE = `${PERSON} from users u left join teams t on t.id = u.team_id where u.id = $2`;
const PREVIEW = `select (select count(*)::int from leads where owner_id = u.id and stage <> 'won' and lost_at is null) as leads,
  (select count(*)::int from customers where owner_id = u.id) as customers,
  (select count(*)::int from customer_interaction_flows where owner_id = u.id and completed_at is null) as flows,
  (select count(*)::int from tasks where owner_id = u.id and completed_at is null) as tasks,
  (select count(*)::int from real_time_insights where user_id = u.id and status = 'active') as "liveCalls",
  (select count(*)::int ${SESSIONS}) as sessions, (select count(*)::int ${TOKENS}) as tokens
  from users u where u.id = $2`;

interface AccountsOfOthersDeps extends ServiceDeps, SecurityDeps {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly devices: KnownDevices;
  readonly change: ChangeAccess;
}

/** What an admin does with the accounts of others. */
export const createAccountsOfOthers = ({ db, log, clock, sessions, tokens, devices, securityLog, change }: AccountsOfOthersDeps) => {
  const find = async (id: string): Promise<PersonRow> => {
    const { rows } = await db.pool.query<PersonRow>({ name: 'person', text: ONE, values: [clock.now(), id] });
    if (!rows[0]) throw new NotFound('User', id);
    return rows[0];
  };

  const endSessions = async (tx: Tx, userId: string, at: Date): Promise<readonly string[]> => {
    const ended = await sessions.endAll(tx, userId);
    await devices.forgetAll(tx, userId);
    const subject = { type: 'user', id: userId };
    await log.appendAll(
      tx,
      // They tell the person alone, so it is they who may read them.
      ended.map(() => ({ kind: 'session.ended', subject, actorId: userId, data: {}, at })),
    );
    return ended;
  };
  /** After the commit, so that this server closes the connections without waiting for its own notification. */
  const close = (viewer: Viewer, subjectId: string, ended: readonly string[], revoked: readonly string[]): void => {
    for (const id of ended) sessions.notifyEnded(id);
    for (const id of revoked) tokens.notifyRevoked(id);
    if (ended.length > 0) securityLog.record('session.ended', { actor: viewer, subjectId, sessionsEnded: ended.length });
    for (const id of revoked) securityLog.record('token.revoked', { actor: viewer, subjectId: id });
  };

  return {
    person: (viewer: Viewer, id: string): Promise<PersonRow> => {
      requireAdmin(viewer);
      return find(id);
    },

    /** The first people by username, open accounts first, and how many match. */
    list: async (viewer: Viewer, input: unknown): Promise<{ readonly rows: readonly PersonRow[]; readonly count: number }> => {
      requireAdmin(viewer);
      const { search, role, teamId, isActive, first } = parse(PeopleQuestion, input);
      const values = [clock.now(), search, role ?? null, teamId ?? null, isActive ?? null];
      const [{ rows }, counted] = await Promise.all([
        db.pool.query<PersonRow>({ name: 'people', text: LIST, values: [...values, first] }),
        db.pool.query<{ count: number }>({ name: 'people-count', text: COUNT, values }),
      ]);
      return { rows, count: counted.rows[0]?.count ?? 0 };
    },

    /** What is handed over or ends when this account is deactivated. */
    deactivationPreview: async (viewer: Viewer, id: string): Promise<DeactivationPreview> => {
      requireAdmin(viewer);
      const { rows } = await db.pool.query<DeactivationPreview>({
        name: 'deactivation-preview',
        text: PREVIEW,
        values: [clock.now(), id],
      });
      if (!rows[0]) throw new NotFound('User', id);
      return rows[0];
    },

    /**
     * Closes an account in one transaction: its rows are handed over, its sessions end, its tokens and its open invitations are revoked.
     * Live calls under way stay theirs and are closed once they are silent.
     */
    deactivate: async (viewer: Viewer, id: string, to: string | null): Promise<PersonRow> => {
      const closed = await change(viewer, async (tx, now) => {
        const user = await requireUser(tx, id);
        if (id === viewer.id) throw new Conflict('You cannot deactivate yourself. Ask another admin.');
        if (!user.isActive) throw new Conflict('This account is already deactivated.');
        if (user.roleKey === 'admin') await requireAnotherAdmin(tx, id);
        if (to === id) throw new Conflict('Choose somebody else to hand over to.');
        if (to && !(await requireUser(tx, to)).isActive)
          throw new Conflict('This account is deactivated. Choose somebody else to hand over to.');
        await tx.user.update({ where: { id }, data: { isActive: false, updatedAt: now } });
        const handedOver = await handOver(tx, { from: id, to, viewer, now, log });
        const ended = await endSessions(tx, id, now);
        const revoked = await revokeAllTokens(tx, id, { tokens, log, at: now });
        await revokeInvitationsOf(tx, viewer, id, now, log);
        const data = { username: user.username, handedOver: { to, ...handedOver } };
        await log.append(tx, { ...about(viewer, 'user', id, now), kind: 'account.closed', data });
        return { ended, revoked };
      });
      close(viewer, id, closed.ended, closed.revoked);
      return find(id);
    },

    /** Opens an account again; what was handed over stays where it is, and revoked tokens stay revoked. */
    reactivate: async (viewer: Viewer, id: string): Promise<PersonRow> => {
      await change(viewer, async (tx, now) => {
        const user = await requireUser(tx, id);
        if (user.isActive) return;
        await tx.user.update({ where: { id }, data: { isActive: true, updatedAt: now } });
        await log.append(tx, { ...about(viewer, 'user', id, now), kind: 'account.reopened', data: { username: user.username } });
      });
      return find(id);
    },

    /** Signs somebody out of every browser. */
    endSessions: async (viewer: Viewer, id: string): Promise<PersonRow> => {
      const ended = await change(viewer, async (tx, now) => endSessions(tx, (await requireUser(tx, id)).id, now));
      close(viewer, id, ended, []);
      return find(id);
    },

    /**
     * Removes the authenticator app, the recovery codes and the passkeys of somebody who lost their device, and signs them out of every
     * browser. Throws `Conflict` for oneself, who has to type the password for that.
     */
    removeSecondFactors: async (viewer: Viewer, id: string): Promise<PersonRow> => {
      const ended = await change(viewer, async (tx, at) => {
        await requireUser(tx, id);
        if (id === viewer.id) throw new Conflict('Remove your own second factors in “Your account”.');
        const removed = await removeAllFactors(tx, id, { log, actorId: viewer.id, at });
        return removed ? endSessions(tx, id, at) : null;
      });
      if (ended) securityLog.record('second_factor.removed', { actor: viewer, subjectId: id });
      close(viewer, id, ended ?? [], []);
      return find(id);
    },

    /** Revokes all API tokens of somebody. */
    revokeTokens: async (viewer: Viewer, id: string): Promise<PersonRow> => {
      const revoked = await change(viewer, async (tx, at) => {
        await requireUser(tx, id);
        return revokeAllTokens(tx, id, { tokens, log, at });
      });
      close(viewer, id, [], revoked);
      return find(id);
    },
  };
};
