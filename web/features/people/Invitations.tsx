import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Chip, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { INVITATION_DAYS, type RegistrationMode, type RoleKey } from '#contract/access.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { InvitationsQuery } from '#web/gql/graphql.ts';
import { exactDate } from '#web/lib/format/time.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { copyLink, OneTimeLink } from './OneTimeLink.tsx';
import { ROLE_LABELS, ROLE_OPTIONS } from './role-labels.ts';
import { rowSx } from './row.styles.ts';
import { SettingsLink } from './SettingsLink.tsx';
import { TeamsDocument } from './Teams.tsx';

const InvitationsDocument = graphql(`
  query Invitations {
    invitations {
      id
      email
      role
      state
      expiresAt
      mailedAt
      team {
        id
        name
      }
      inviter {
        id
        displayName
      }
      acceptedBy {
        id
        displayName
      }
    }
    workspaceSettings {
      values {
        registration
      }
    }
  }
`);

const REGISTRATION_NOTES = {
  closed: 'Nobody can register without an invitation.',
  invitation: 'Nobody can register without an invitation; the sign-in page says to ask for one.',
  domain: 'People with an address at the company’s email domains can register, too; the address is not verified.',
  open: 'Anyone can register, too.',
} as const satisfies Record<RegistrationMode, string>;

/** The newest invitations, and who may register without one. */
export function Invitations() {
  const { data, error, refetch } = useQuery(InvitationsDocument, { fetchPolicy: 'cache-and-network' });
  const [inviting, setInviting] = useState(false);
  if (!data && error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton label="Loading invitations" rows={3} height={64} />;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 2 }}>
        <Typography variant="body2" sx={{ flex: '1 1 320px', color: 'text.secondary' }}>
          {REGISTRATION_NOTES[data.workspaceSettings.values.registration]} <SettingsLink>Change in the settings</SettingsLink>
        </Typography>
        <Button variant="contained" onClick={() => setInviting(true)}>
          Invite
        </Button>
      </Box>
      <Panel flush={data.invitations.length > 0}>
        {data.invitations.length === 0 ? (
          <EmptyState title="No invitations yet" hint={`A link makes one account and is valid for ${INVITATION_DAYS} days.`} />
        ) : (
          <Box component="ul" aria-label="Invitations" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.invitations.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </Box>
        )}
      </Panel>
      {inviting && <InviteForm onClose={() => setInviting(false)} />}
    </>
  );
}

const RevokeInvitation = graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id) {
      ... on Invitation {
        id
        state
      }
      ... on Failure {
        message
      }
    }
  }
`);

const STATES = {
  open: { label: 'Open', color: 'brand' },
  accepted: { label: 'Accepted', color: 'success' },
  revoked: { label: 'Revoked', color: 'neutral' },
  expired: { label: 'Expired', color: 'warning' },
} as const;

function InvitationItem({ invitation }: { invitation: InvitationsQuery['invitations'][number] }) {
  const [revoke, { loading }] = useMutation(RevokeInvitation);
  const { id, email, role, team, state, expiresAt, mailedAt, inviter, acceptedBy } = invitation;
  const name = email ?? 'Anyone with the link';
  return (
    <Box component="li" aria-label={name} sx={rowSx}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Chip color={STATES[state].color} label={STATES[state].label} />
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {[
            ROLE_LABELS[role],
            team?.name ?? 'No team',
            inviter && `by ${inviter.displayName}`,
            mailedAt && `mailed ${exactDate(mailedAt)}`,
            acceptedBy ? `accepted by ${acceptedBy.displayName}` : `until ${exactDate(expiresAt)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      {state === 'open' && (
        <Button
          size="small"
          variant="outlined"
          aria-label={`Revoke the invitation of ${name}`}
          disabled={loading}
          onClick={() =>
            void runMutation(revoke({ variables: { id } }), { done: 'Invitation revoked', failed: 'Failed to revoke the invitation' })
          }
        >
          Revoke
        </Button>
      )}
    </Box>
  );
}

const Invite = graphql(`
  mutation Invite($input: InviteInput!) {
    invite(input: $input) {
      ... on CreatedInvitation {
        path
        isMailed
      }
      ... on Failure {
        message
      }
    }
  }
`);

const NO_TEAM = 'none';

/** Whom the invitation is for; then its link, which is shown only once. */
function InviteForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleKey>('rep');
  const [teamId, setTeamId] = useState(NO_TEAM);
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<{ path: string; isMailed: boolean } | null>(null);
  const teams = useQuery(TeamsDocument).data?.teams ?? [];
  // The link must not enter the cache.
  const [mutate, { loading }] = useMutation(Invite, { fetchPolicy: 'no-cache', refetchQueries: [InvitationsDocument] });
  const link = made && `${window.location.origin}${made.path}`;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (link) return void copyLink(link);
    setProblem(undefined);
    const created = await runMutation(mutate({ variables: { input: { email, role, teamId: teamId === NO_TEAM ? null : teamId } } }), {
      failed: 'Failed to create the invitation',
      onFieldError: ({ message }) => {
        setProblem(message);
        return true;
      },
    });
    if (created) setMade(created);
  };
  return (
    <FormDialog
      title={link ? 'Invitation Link' : 'Invite'}
      submit={link ? { label: 'Copy Link', pending: 'Copying...' } : { label: 'Create Link', pending: 'Creating...' }}
      pending={loading}
      staysWhilePending
      formError={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {made && link ? (
        <OneTimeLink link={link}>
          {made.isMailed && `${email.trim()} gets a link of their own by mail, too. `}
          Send it to the person now: you won’t be able to see it again. It makes one account and is valid for {INVITATION_DAYS} days.
        </OneTimeLink>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <Field
            label="Email"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            hint="The address of the account. Empty: they choose one."
            autoFocus
          />
          <SelectField label="Role" value={role} options={ROLE_OPTIONS} onChange={setRole} />
          <SelectField
            label="Team"
            value={teamId}
            options={[{ value: NO_TEAM, label: 'No team' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={setTeamId}
          />
        </Box>
      )}
    </FormDialog>
  );
}
