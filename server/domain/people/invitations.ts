import { createHash, randomBytes } from 'node:crypto';
import { INVITATION_DAYS, PEOPLE_LIMITS, roleKeyOf } from '#contract/access.ts';
import { InvitationInput } from '#contract/access-input.ts';
import type { Invitation, Team, User } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { Mailer } from '#server/integrations/mail/port.ts';
import { emailInUse } from '../account/registration.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import type { Job, JobInputs, JobOutcome, JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import { displayName, type Viewer } from '../viewer.ts';
import { about, type ChangeAccess, MAY_CONFIGURE_PEOPLE, requireAdmin, requireTeam } from './change-access.ts';

const DAY = 86_400_000;
const TOKEN = /^[\w-]{43}$/;
const PEOPLE = { team: true, inviter: true, acceptedBy: true } as const;

export interface InvitationRow extends Omit<Invitation, 'tokenHash' | 'mailTokenHash'> {
  readonly team: Team | null;
  readonly inviter: User | null;
  readonly acceptedBy: User | null;
}

/** A new invitation. Its token is shown only once. */
export interface CreatedInvitation {
  readonly invitation: InvitationRow;
  readonly token: string;
  /** Whether another link is on its way to the address by mail. */
  readonly isMailed: boolean;
}

export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired';

type Dates = Pick<Invitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>;

export function invitationState({ acceptedAt, revokedAt, expiresAt }: Dates, now: Date): InvitationState {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

const CLOSED = {
  accepted: 'This invitation has already been used. Sign in, or ask for a new one.',
  revoked: 'This invitation has been revoked. Ask for a new one.',
  expired: `This invitation has expired: it was valid for ${INVITATION_DAYS} days. Ask for a new one.`,
} as const satisfies Record<Exclude<InvitationState, 'open'>, string>;

function assertOpen(invitation: Dates, now: Date): void {
  const state = invitationState(invitation, now);
  if (state !== 'open') throw new Conflict(CLOSED[state]);
}

/** The stored hash of a token. A fast one is enough for 256 random bits. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** 256 random bits. */
const createToken = (): string => randomBytes(32).toString('base64url');

const openAt = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

/** Invitations of those who may still invite. */
const STANDING = { OR: [{ inviterId: null }, { inviter: MAY_CONFIGURE_PEOPLE }] };

const unknown = () => new NotFound('Invitation', '', 'This invitation does not exist. Check that the link is complete.');

/** The invitation of a link, whether it was shown or mailed. */
const withToken = (token: string) => ({ OR: [{ tokenHash: digest(token) }, { mailTokenHash: digest(token) }] });

/** Takes an open invitation, so that nobody else can use it; throws `NotFound` or `Conflict` otherwise. */
export async function takeInvitation(tx: Tx, token: string, now: Date): Promise<Invitation> {
  if (!TOKEN.test(token)) throw unknown();
  // The first of two at once takes it; the other one finds it accepted.
  const taken = await tx.invitation.updateManyAndReturn({
    where: { AND: [withToken(token), STANDING], ...openAt(now) },
    data: { acceptedAt: now },
  });
  if (taken[0]) return taken[0];
  const found = await tx.invitation.findFirst({ where: withToken(token) });
  if (!found) throw unknown();
  assertOpen(found, now);
  throw new Conflict(CLOSED.revoked);
}

/** Takes the newest open invitation of an address that is verified; null where there is none. */
export async function takeInvitationOf(tx: Tx, email: string, now: Date): Promise<Invitation | null> {
  const found = await tx.invitation.findFirst({
    where: { email, ...openAt(now), ...STANDING },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!found) return null;
  const taken = await tx.invitation.updateManyAndReturn({ where: { id: found.id, ...openAt(now) }, data: { acceptedAt: now } });
  return taken[0] ?? null;
}

/** Notes who made an account with an invitation that was taken. */
export async function recordAcceptance(
  tx: Tx,
  { id, roleKey }: Invitation,
  userId: string,
  now: Date,
  log: ServiceDeps['log'],
): Promise<void> {
  await tx.invitation.update({ where: { id }, data: { acceptedById: userId } });
  const data = { role: roleKeyOf(roleKey), userId };
  await log.append(tx, { kind: 'invitation.accepted', subject: { type: 'invitation', id }, actorId: userId, data, at: now });
}

/** Revokes the open invitations of somebody who leaves, with an event for each. */
export async function revokeInvitationsOf(tx: Tx, viewer: Viewer, inviterId: string, now: Date, log: ServiceDeps['log']): Promise<void> {
  const revoked = await tx.invitation.updateManyAndReturn({
    where: { inviterId, ...openAt(now) },
    data: { revokedAt: now },
  });
  for (const { id, roleKey } of revoked)
    await log.append(tx, { ...about(viewer, 'invitation', id, now), kind: 'invitation.revoked', data: { role: roleKeyOf(roleKey) } });
}

interface InvitationDeps extends ServiceDeps {
  readonly change: ChangeAccess;
  readonly jobs: JobQueue;
  /** Null where no mail server is configured: the admin passes the link on. */
  readonly mailer: Mailer | null;
  readonly settings: { readonly companyName: string; readonly publicUrl: string | null };
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Links by which people make themselves an account. Anyone who has the link may use it, once. */
export const createInvitations = ({ db, log, clock, newId, change, jobs, mailer, settings }: InvitationDeps) => ({
  now: (): Date => clock.now(),

  /** The newest invitations, at most `PEOPLE_LIMITS.invitations`. */
  list: (viewer: Viewer): Promise<readonly InvitationRow[]> => {
    requireAdmin(viewer);
    return db.prisma.invitation.findMany({
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: PEOPLE_LIMITS.invitations,
      include: PEOPLE,
    });
  },

  /** The open invitation of a token. Throws `NotFound`, or `Conflict` for one that is used, expired or revoked. */
  find: async (token: string): Promise<InvitationRow> => {
    const found = TOKEN.test(token) ? await db.prisma.invitation.findFirst({ where: withToken(token), include: PEOPLE }) : null;
    if (!found) throw unknown();
    assertOpen(found, clock.now());
    if ((await db.prisma.invitation.count({ where: { id: found.id, ...STANDING } })) === 0) throw new Conflict(CLOSED.revoked);
    return found;
  },

  /** Invites somebody, with a mail where a mail server is configured and the address is known. Throws `Conflict` for an address in use. */
  invite: async (viewer: Viewer, input: unknown): Promise<CreatedInvitation> => {
    const { email, role, teamId } = parse(InvitationInput, input);
    const token = createToken();
    const isMailed = Boolean(mailer && email);
    const invitation = await change(viewer, async (tx, now) => {
      if (teamId) await requireTeam(tx, teamId);
      if (email && (await tx.user.findFirst({ where: { OR: [{ email }, { username: email }] }, select: { id: true } }))) throw emailInUse();
      const open = await tx.invitation.count({ where: openAt(now) });
      if (open >= PEOPLE_LIMITS.invitations)
        throw new Conflict(`There can be at most ${PEOPLE_LIMITS.invitations} open invitations. Revoke one first.`);
      const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY);
      const data = { id: newId(), tokenHash: digest(token), email, roleKey: role, teamId, inviterId: viewer.id, createdAt: now, expiresAt };
      const created = await tx.invitation.create({ data, include: PEOPLE });
      await log.append(tx, { ...about(viewer, 'invitation', created.id, now), kind: 'invitation.created', data: { role } });
      if (isMailed) await jobs.enqueue(tx, 'invitation.mail', { invitationId: created.id }, viewer.id);
      return created;
    });
    return { invitation, token, isMailed };
  },

  /** The background job: makes a link of its own and mails it, if the invitation is still open. A link that was mailed before ends. */
  sendMail: async ({ input: { invitationId: id } }: Pick<Job<JobInputs['invitation.mail']>, 'input'>): Promise<JobOutcome> => {
    const token = createToken();
    const [invitation] = await db.prisma.invitation.updateManyAndReturn({
      where: { id, ...openAt(clock.now()), ...STANDING },
      data: { mailTokenHash: digest(token) },
      include: { inviter: true },
    });
    if (!invitation?.email || !mailer) return { message: 'The invitation is not open any more.' };
    await mailer.send({
      to: invitation.email,
      subject: `Your account at ${settings.companyName}`,
      text: mailText(invitation, settings.companyName, new URL(`/invitation/${token}`, settings.publicUrl ?? undefined).href),
    });
    await db.prisma.invitation.update({ where: { id }, data: { mailedAt: clock.now() }, select: { id: true } });
    return { message: 'The invitation was mailed.' };
  },

  /** Makes a link worthless. Twice is once; throws `Conflict` for one that was used. */
  revoke: (viewer: Viewer, id: string): Promise<InvitationRow> =>
    change(viewer, async (tx, now) => {
      const before = await tx.invitation.findUnique({ where: { id }, include: PEOPLE });
      if (!before) throw new NotFound('Invitation', id);
      if (before.acceptedAt) throw new Conflict('This invitation has already been used.');
      if (before.revokedAt) return before;
      // Whom it invites may be taking it at this moment.
      const { count } = await tx.invitation.updateMany({ where: { id, acceptedAt: null }, data: { revokedAt: now } });
      if (count === 0) throw new Conflict('This invitation has already been used.');
      const data = { role: roleKeyOf(before.roleKey) };
      await log.append(tx, { ...about(viewer, 'invitation', id, now), kind: 'invitation.revoked', data });
      return { ...before, revokedAt: now };
    }),
});

const mailText = (
  { inviter, expiresAt }: Pick<InvitationRow, 'inviter' | 'expiresAt'>,
  companyName: string,
  link: string,
): string => `Hello,

${inviter ? `${displayName(inviter)} invites you` : 'you are invited'} to work with Callboard at ${companyName}. Open this link to create your account:

${link}

It makes one account and works until ${expiresAt.toISOString().slice(0, 10)}. Whoever has it can use it: do not pass it on.
`;
