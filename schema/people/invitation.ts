import { INVITATION_DAYS, PEOPLE_LIMITS, roleKeyOf } from '#contract/access.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts } from '#domain/failures.ts';
import { type CreatedInvitation as Created, type InvitationRow, invitationState } from '#domain/people/invitations.ts';
import { displayName } from '#domain/viewer.ts';
import { RegisterInput, Session, User, visitor, withSessionCookie } from '../account.ts';
import { builder } from '../builder.ts';
import { RoleKey } from './people.ts';
import { Team } from './team.ts';

const InvitationState = builder.enumType('InvitationState', {
  description: 'Whether an invitation can be accepted.',
  values: {
    open: { description: 'It can.' },
    accepted: { description: 'It was: an account was made with it.' },
    revoked: { description: 'An admin revoked it.' },
    expired: { description: `Nobody accepted it within ${INVITATION_DAYS} days.` },
  },
});

const Invitation = builder.objectRef<InvitationRow>('Invitation').implement({
  description: 'A link by which one person makes themselves an account. Only a hash of its token is stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id to revoke it by. Not the token.' }),
    email: t.exposeString('email', { nullable: true, description: 'The address of the account; null leaves it to whom is invited.' }),
    role: t.field({ type: RoleKey, description: 'The role of the account.', resolve: ({ roleKey }) => roleKeyOf(roleKey) }),
    team: t.field({ type: Team, nullable: true, description: 'The team of the account; null for none.', resolve: ({ team }) => team }),
    state: t.field({
      type: InvitationState,
      description: 'Whether it can be accepted.',
      resolve: (invitation, _args, { services }) => invitationState(invitation, services.invitations.now()),
    }),
    inviter: t.field({
      type: User,
      nullable: true,
      description: 'Who invites; null once that account is gone.',
      resolve: ({ inviter }) => inviter,
    }),
    acceptedBy: t.field({
      type: User,
      nullable: true,
      description: 'The account that was made with it; null until then.',
      resolve: ({ acceptedBy }) => acceptedBy,
    }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was mailed, UTC; null until then, and where no mail is sent.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created, UTC.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires, UTC.' }),
  }),
});

const CreatedInvitation = builder.objectRef<Created>('CreatedInvitation').implement({
  description: 'An invitation that was just created.',
  fields: (t) => ({
    invitation: t.field({ type: Invitation, description: 'The invitation.', resolve: ({ invitation }) => invitation }),
    path: t.string({
      description: 'The path of the link on this server. Shown only once: whoever has it can make the account.',
      resolve: ({ token }) => `/invitation/${token}`,
    }),
    isMailed: t.exposeBoolean('isMailed', {
      description: 'Whether another link is on its way to the address: a mail server is configured and the address was given.',
    }),
  }),
});

const InvitationOffer = builder.objectRef<InvitationRow>('InvitationOffer').implement({
  description: 'What somebody who is invited is told.',
  fields: (t) => ({
    email: t.exposeString('email', { nullable: true, description: 'The address of the account; null leaves it to whom is invited.' }),
    inviterName: t.string({
      nullable: true,
      description: 'The name of who invites; null once that account is gone.',
      resolve: ({ inviter }) => inviter && displayName(inviter),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires, UTC.' }),
  }),
});

const InviteInput = builder.inputType('InviteInput', {
  description: 'Whom an invitation is for.',
  fields: (t) => ({
    email: t.string({ description: 'The address of the account. Omitted: whoever accepts chooses one.' }),
    role: t.field({ type: RoleKey, required: true, description: 'The role of the account.' }),
    teamId: t.id({ description: 'The team of the account; null for none.' }),
  }),
});

const ADMIN_ONLY = 'For admins who are signed in: an API token cannot.';

builder.queryFields((t) => ({
  invitations: t.withAuth({ signedIn: true }).field({
    type: [Invitation],
    complexity: { field: PEOPLE_LIMITS.invitations },
    description: `The newest invitations, at most ${PEOPLE_LIMITS.invitations}, newest first. ${ADMIN_ONLY}`,
    resolve: async (_root, _args, { services, viewer }) => [...(await services.invitations.list(viewer))],
  }),
  invitation: t.field({
    type: InvitationOffer,
    skipTypeScopes: true,
    errors: { types: [NotFound, Conflict] },
    description:
      'The invitation of a link. Needs no sign-in. `Conflict` for one that is used, revoked or expired, with a sentence that says so.',
    args: { token: t.arg.string({ required: true, description: 'The last part of the link.' }) },
    resolve: (_root, { token }, { services }) => services.invitations.find(token),
  }),
}));

builder.mutationFields((t) => ({
  invite: t.withAuth({ signedIn: true }).field({
    type: CreatedInvitation,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: `Create an invitation link for one account, and mail another one for it where the server sends mail; valid for ${INVITATION_DAYS} days. At most ${PEOPLE_LIMITS.invitations} can be open. ${ADMIN_ONLY}`,
    args: { input: t.arg({ type: InviteInput, required: true, description: 'Whom it is for.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.invitations.invite(viewer, input),
  }),
  revokeInvitation: t.withAuth({ signedIn: true }).field({
    type: Invitation,
    errors: { types: [NotFound, Conflict] },
    description: `Revoke an invitation that nobody accepted yet. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: 'The invitation’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.invitations.revoke(viewer, id),
  }),
  acceptInvitation: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, NotFound, Conflict, TooManyAttempts] },
    description: 'Create the account of an invitation and sign in, whoever may register. Sets the session cookie. Works once.',
    args: {
      token: t.arg.string({ required: true, description: 'The last part of the link.' }),
      input: t.arg({
        type: RegisterInput,
        required: true,
        description: 'The new account. The address of the invitation, where it has one, wins.',
      }),
    },
    resolve: async (_root, { token, input }, context) =>
      withSessionCookie(context, await context.services.accounts.acceptInvitation(token, input, visitor(context))),
  }),
}));
