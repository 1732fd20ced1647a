import { useMutation } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { PeopleDocument, type PersonRow } from './people-query.ts';
import { ROLE_OPTIONS } from './role-labels.ts';
import { TeamsDocument } from './Teams.tsx';

const NO_TEAM = 'none';

const ChangePerson = graphql(`
  mutation ChangePerson($id: ID!, $input: ChangePersonInput!) {
    changePerson(id: $id, input: $input) {
      ... on Person {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** The local day of a time, as a date field shows it; an end is the last day of the absence, not the moment after it. */
const dayOf = (at: string | null, shift = 0): string => {
  if (!at) return '';
  const date = new Date(Date.parse(at) + shift);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};
const midnight = (day: string, plusDays = 0): string | null => {
  if (!day) return null;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + plusDays);
  return date.toISOString();
};

type Props = { person: PersonRow; teams: readonly { id: string; name: string }[]; onClose: () => void };

/** Role, team, absence and capacity of an account. */
export function EditPerson({ person, teams, onClose }: Props) {
  const [role, setRole] = useState(person.role);
  const [teamId, setTeamId] = useState(person.teamId ?? NO_TEAM);
  const [from, setFrom] = useState(dayOf(person.absentFrom));
  const [until, setUntil] = useState(dayOf(person.absentUntil, -1));
  const [capacity, setCapacity] = useState(person.capacity?.toString() ?? '');
  const [problem, setProblem] = useState<string>();
  const [mutate, { loading }] = useMutation(ChangePerson, { refetchQueries: [PeopleDocument, TeamsDocument], awaitRefetchQueries: true });
  const limit = capacity.trim() === '' ? null : Number(capacity);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (limit !== null && !Number.isInteger(limit)) return setProblem('Capacity is a whole number');
    const input = {
      role,
      teamId: teamId === NO_TEAM ? null : teamId,
      absentFrom: midnight(from),
      absentUntil: midnight(until, 1),
      capacity: limit,
    };
    const saved = await runMutation(mutate({ variables: { id: person.id, input } }), {
      done: 'Person saved',
      failed: 'Failed to save the person',
      onFieldError: ({ message }) => {
        setProblem(message);
        return true;
      },
    });
    if (saved) onClose();
  };
  return (
    <FormDialog
      title={person.user.displayName}
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={loading}
      formError={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <SelectField label="Role" value={role} options={ROLE_OPTIONS} onChange={setRole} />
        <SelectField
          label="Team"
          value={teamId}
          options={[{ value: NO_TEAM, label: 'No team' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={setTeamId}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
          <Field label="Absent from" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          <Field
            label="Last day"
            type="date"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            hint="Empty: until further notice"
          />
        </Box>
        <Field
          label="Open leads at most"
          value={capacity}
          onChange={(event) => setCapacity(event.target.value)}
          inputMode="numeric"
          hint="Empty: no limit"
        />
      </Box>
    </FormDialog>
  );
}
