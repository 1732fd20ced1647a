import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { TEAM_LIMITS } from '#contract/access.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TeamsQuery } from '#web/gql/graphql.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { rowSx } from './row.styles.ts';

export const TeamsDocument = graphql(`
  query Teams {
    teams {
      id
      name
      parentId
      people
    }
  }
`);

type Team = TeamsQuery['teams'][number];

/** The teams, those below another one under it. */
export function Teams() {
  const { data, error, refetch } = useQuery(TeamsDocument, { fetchPolicy: 'cache-and-network' });
  const [adding, setAdding] = useState(false);
  if (!data && error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton label="Loading teams" rows={3} height={56} />;
  const top = data.teams.filter(({ parentId }) => parentId === null);
  const rows = top.flatMap((team) => [team, ...data.teams.filter(({ parentId }) => parentId === team.id)]);
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 2 }}>
        <Button variant="contained" onClick={() => setAdding(true)}>
          Add Team
        </Button>
      </Box>
      <Panel flush={rows.length > 0}>
        {rows.length === 0 ? (
          <EmptyState title="No teams yet" hint="People of one team share what the scope “team” of their role says." />
        ) : (
          <Box component="ul" aria-label="Teams" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((team) => (
              <TeamItem key={team.id} team={team} top={top} />
            ))}
          </Box>
        )}
      </Panel>
      {adding && <TeamForm team={null} top={top} onClose={() => setAdding(false)} />}
    </>
  );
}

const DeleteTeam = graphql(`
  mutation DeleteTeam($id: ID!) {
    deleteTeam(id: $id) {
      ... on Team {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

function TeamItem({ team, top }: { team: Team; top: readonly Team[] }) {
  const [act, setAct] = useState<'edit' | 'delete' | null>(null);
  const [remove] = useMutation(DeleteTeam, { refetchQueries: [TeamsDocument], awaitRefetchQueries: true });
  const close = () => setAct(null);
  const { id, name, parentId, people } = team;
  return (
    <Box component="li" aria-label={name} sx={rowSx}>
      <Box sx={{ flex: '1 1 200px', minWidth: 0, pl: parentId ? 3 : 0 }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {people === 1 ? '1 person' : `${people ?? 0} people`}
        </Typography>
      </Box>
      <Button size="small" variant="outlined" aria-label={`Edit ${name}`} onClick={() => setAct('edit')}>
        Edit
      </Button>
      <Button size="small" variant="outlined" aria-label={`Delete ${name}`} onClick={() => setAct('delete')}>
        Delete
      </Button>
      {act === 'edit' && <TeamForm team={team} top={top} onClose={close} />}
      {act === 'delete' && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          action={{ label: 'Delete', pending: 'Deleting...' }}
          onConfirm={async () =>
            (await runMutation(remove({ variables: { id } }), { done: 'Team deleted', failed: 'Failed to delete the team' })) !== null
          }
          onClose={close}
        >
          Its people are in no team then.
        </ConfirmDialog>
      )}
    </Box>
  );
}

const CreateTeam = graphql(`
  mutation CreateTeam($input: TeamInput!) {
    createTeam(input: $input) {
      ... on Team {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const UpdateTeam = graphql(`
  mutation UpdateTeam($id: ID!, $input: TeamInput!) {
    updateTeam(id: $id, input: $input) {
      ... on Team {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const NONE = 'none';

function TeamForm({ team, top, onClose }: { team: Team | null; top: readonly Team[]; onClose: () => void }) {
  const [name, setName] = useState(team?.name ?? '');
  const [parentId, setParentId] = useState(team?.parentId ?? NONE);
  const [problem, setProblem] = useState<string>();
  const refetch = { refetchQueries: [TeamsDocument], awaitRefetchQueries: true };
  const [create, creating] = useMutation(CreateTeam, refetch);
  const [update, updating] = useMutation(UpdateTeam, refetch);
  const onFieldError = ({ message }: { message: string }) => {
    setProblem(message);
    return true;
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = { name, parentId: parentId === NONE ? null : parentId };
    const messages = { done: 'Team saved', failed: 'Failed to save the team', onFieldError };
    const saved = team
      ? await runMutation(update({ variables: { id: team.id, input } }), messages)
      : await runMutation(create({ variables: { input } }), messages);
    if (saved) onClose();
  };
  const above = top.filter(({ id }) => id !== team?.id).map(({ id, name: label }) => ({ value: id, label }));
  return (
    <FormDialog
      title={team ? 'Edit Team' : 'Add Team'}
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={creating.loading || updating.loading}
      ready={name.trim() !== ''}
      formError={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <Field
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          inputProps={{ maxLength: TEAM_LIMITS.name }}
          required
          autoFocus
        />
        <SelectField label="Below" value={parentId} options={[{ value: NONE, label: 'No team above' }, ...above]} onChange={setParentId} />
      </Box>
    </FormDialog>
  );
}
