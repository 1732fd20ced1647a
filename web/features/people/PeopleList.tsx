import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { PEOPLE_LIMITS } from '#contract/access.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { RoleKey } from '#web/gql/graphql.ts';
import { exactDate } from '#web/lib/format/time.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useViewer } from '#web/session/session.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { PeopleDocument, type PersonRow } from './people-query.ts';
import { ROLE_LABELS, ROLE_OPTIONS } from './role-labels.ts';
import { rowSx } from './row.styles.ts';
import { TeamsDocument } from './Teams.tsx';

const EditPerson = lazyWithPreload(() => import('./EditPerson.tsx').then((m) => m.EditPerson));
const DeactivatePerson = lazyWithPreload(() => import('./DeactivatePerson.tsx').then((m) => m.DeactivatePerson));
const PersonSignIn = lazyWithPreload(() => import('./PersonSignIn.tsx').then((m) => m.PersonSignIn));

/** All accounts, with search and filters. */
export function PeopleList() {
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<RoleKey | null>(null);
  const [teamId, setTeamId] = useState<string | null>(null);
  const [first, setFirst] = useState<number>(PEOPLE_LIMITS.page);
  const typed = useDeferredValue(search.trim());
  const teams = useQuery(TeamsDocument).data?.teams ?? [];
  const asked = useQuery(PeopleDocument, {
    variables: { search: typed || null, role, teamId, first },
    fetchPolicy: 'cache-and-network',
  });
  const people = (asked.data ?? asked.previousData)?.people;
  const chooseRole = (chosen: string) => setRole(ROLE_OPTIONS.find(({ value }) => value === chosen)?.value ?? null);
  const more = async () => {
    const next = Math.min(first * 2, PEOPLE_LIMITS.people);
    await asked.fetchMore({ variables: { first: next } });
    setFirst(next);
  };
  return (
    <>
      <ListToolbar search={<SearchField label="Search people" placeholder="Search by name or email" value={search} onChange={setSearch} />}>
        <FilterSelect
          label="Role"
          all="All roles"
          value={role}
          options={ROLE_OPTIONS.map(({ value, label }) => [value, label])}
          onChoose={chooseRole}
        />
        <FilterSelect
          label="Team"
          all="All teams"
          value={teamId}
          options={teams.map(({ id, name }) => [id, name])}
          onChoose={(id) => setTeamId(id || null)}
        />
      </ListToolbar>
      {!people && asked.error && <ErrorPanel error={asked.error} onRetry={() => void asked.refetch()} />}
      {!people && !asked.error && <ListSkeleton label="Loading people" rows={4} height={72} />}
      {people && people.nodes.length === 0 && (
        <Panel>
          <EmptyState title="No one matches" hint="Try another name, role or team." />
        </Panel>
      )}
      {people && people.nodes.length > 0 && (
        <Panel flush>
          <Box component="ul" aria-label="People" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {people.nodes.map((person) => (
              <PersonItem key={person.id} person={person} teams={teams} />
            ))}
          </Box>
        </Panel>
      )}
      {people && <LoadMore hasMore={people.nodes.length < people.totalCount && first < PEOPLE_LIMITS.people} onMore={more} />}
    </>
  );
}

type Act = 'edit' | 'sign-in' | 'deactivate' | 'sessions' | 'tokens';

function PersonItem({ person, teams }: { person: PersonRow; teams: readonly { id: string; name: string }[] }) {
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const viewer = useViewer();
  const { endSessions, revokeTokens, reactivate } = usePersonActs();
  const { id, user, role, teamName, isActive, absentFrom, absentUntil, capacity, lastSeenAt, sessions, tokens } = person;
  return (
    <Box component="li" aria-label={user.displayName} sx={rowSx}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {user.displayName}
          </Typography>
          <Chip color={role === 'admin' ? 'brand' : 'neutral'} label={ROLE_LABELS[role]} />
          {!isActive && <Chip color="warning" label="Deactivated" />}
          {person.secondFactorExempt && <Chip color="warning" label="Emergency account" />}
          {absentFrom && (
            <Chip color="warning" label={`Absent from ${exactDate(absentFrom)}${absentUntil ? ` to ${exactDate(absentUntil)}` : ''}`} />
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mt: 0.5, typography: 'caption', color: 'text.secondary' }}>
          <span>{user.email}</span>
          <span>{teamName ?? 'No team'}</span>
          <span>{capacity === null ? 'No lead limit' : `At most ${capacity} open leads`}</span>
          <span>
            {lastSeenAt ? (
              <>
                Seen <RelativeTime at={lastSeenAt} />
              </>
            ) : (
              'Not signed in'
            )}
          </span>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {sessions > 0 && (
          <Button size="small" onClick={() => setAct('sessions')} aria-label={`Sign ${user.displayName} out`}>
            Sessions: {sessions}
          </Button>
        )}
        {tokens > 0 && (
          <Button size="small" onClick={() => setAct('tokens')} aria-label={`Revoke tokens of ${user.displayName}`}>
            Tokens: {tokens}
          </Button>
        )}
        <Button size="small" variant="outlined" onClick={() => setAct('edit')} aria-label={`Edit ${user.displayName}`}>
          Edit
        </Button>
        <Button size="small" variant="outlined" onClick={() => setAct('sign-in')} aria-label={`How ${user.displayName} signs in`}>
          Sign-in
        </Button>
        {isActive && id !== viewer.id && (
          <Button size="small" variant="outlined" onClick={() => setAct('deactivate')} aria-label={`Deactivate ${user.displayName}`}>
            Deactivate
          </Button>
        )}
        {!isActive && (
          <Button size="small" variant="outlined" onClick={() => void reactivate(id)} aria-label={`Reactivate ${user.displayName}`}>
            Reactivate
          </Button>
        )}
      </Box>
      <LazyOverlay onError={close}>
        {act === 'edit' && <EditPerson person={person} teams={teams} onClose={close} />}
        {act === 'sign-in' && <PersonSignIn person={person} onClose={close} />}
        {act === 'deactivate' && <DeactivatePerson person={person} onClose={close} />}
      </LazyOverlay>
      {act === 'sessions' && (
        <ConfirmDialog
          title={`Sign ${user.displayName} out everywhere?`}
          action={{ label: 'End sessions', pending: 'Ending...' }}
          onConfirm={() => endSessions(id)}
          onClose={close}
        >
          Their {sessions} signed-in browsers are signed out immediately. They can sign in again.
        </ConfirmDialog>
      )}
      {act === 'tokens' && (
        <ConfirmDialog
          title={`Revoke the API tokens of ${user.displayName}?`}
          action={{ label: 'Revoke tokens', pending: 'Revoking...' }}
          onConfirm={() => revokeTokens(id)}
          onClose={close}
        >
          Anything that uses them stops working immediately. This can’t be undone.
        </ConfirmDialog>
      )}
    </Box>
  );
}

const EndSessionsOf = graphql(`
  mutation EndSessionsOf($id: ID!) {
    endSessionsOf(id: $id) {
      ... on Person {
        id
        sessions
        lastSeenAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RevokeTokensOf = graphql(`
  mutation RevokeTokensOf($id: ID!) {
    revokeTokensOf(id: $id) {
      ... on Person {
        id
        tokens
      }
      ... on Failure {
        message
      }
    }
  }
`);

const ReactivatePerson = graphql(`
  mutation ReactivatePerson($id: ID!) {
    reactivatePerson(id: $id) {
      ... on Person {
        id
        isActive
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** What an admin does with one click; each returns whether it succeeded. */
function usePersonActs() {
  const [end] = useMutation(EndSessionsOf);
  const [revoke] = useMutation(RevokeTokensOf);
  const [reopen] = useMutation(ReactivatePerson);
  return {
    endSessions: async (id: string) =>
      (await runMutation(end({ variables: { id } }), { done: 'Sessions ended', failed: 'Failed to end the sessions' })) !== null,
    revokeTokens: async (id: string) =>
      (await runMutation(revoke({ variables: { id } }), { done: 'API tokens revoked', failed: 'Failed to revoke the tokens' })) !== null,
    reactivate: async (id: string) =>
      (await runMutation(reopen({ variables: { id } }), { done: 'Account reactivated', failed: 'Failed to reactivate the account' })) !==
      null,
  };
}
