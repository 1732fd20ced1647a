import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { PEOPLE_LIMITS } from '#contract/access.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { PeopleDocument, type PersonRow } from './people-query.ts';

const NOBODY = 'nobody';

const DeactivationPreview = graphql(`
  query DeactivationPreview($id: ID!) {
    deactivationPreview(id: $id) {
      ... on DeactivationPreview {
        leads
        customers
        flows
        tasks
        liveCalls
        sessions
        tokens
      }
      ... on Failure {
        message
      }
    }
  }
`);

const Deactivate = graphql(`
  mutation DeactivatePerson($id: ID!, $handOverTo: ID) {
    deactivatePerson(id: $id, handOverTo: $handOverTo) {
      ... on Person {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** What happens when an account is deactivated, and to whom its rows go. */
export function DeactivatePerson({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [to, setTo] = useState(NOBODY);
  const [problem, setProblem] = useState<string>();
  const { data, error } = useQuery(DeactivationPreview, { variables: { id: person.id }, fetchPolicy: 'network-only' });
  const others = useQuery(PeopleDocument, { variables: { first: PEOPLE_LIMITS.people }, fetchPolicy: 'cache-and-network' });
  const [mutate, { loading }] = useMutation(Deactivate, { refetchQueries: [PeopleDocument], awaitRefetchQueries: true });
  const preview = data?.deactivationPreview.__typename === 'DeactivationPreview' ? data.deactivationPreview : null;
  const heirs = (others.data?.people.nodes ?? []).filter(({ id, isActive }) => isActive && id !== person.id);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const done = await runMutation(mutate({ variables: { id: person.id, handOverTo: to === NOBODY ? null : to } }), {
      done: `${person.user.displayName} was deactivated`,
      failed: 'Failed to deactivate the account',
      onFieldError: ({ message }) => {
        setProblem(message);
        return true;
      },
    });
    if (done) onClose();
  };
  return (
    <FormDialog
      title={`Deactivate ${person.user.displayName}?`}
      submit={{ label: 'Deactivate', pending: 'Deactivating...' }}
      pending={loading}
      ready={preview !== null}
      formError={problem ?? (error ? 'The preview could not be loaded. Close and try again.' : undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <SelectField
          label="Hand over to"
          value={to}
          options={[{ value: NOBODY, label: 'Nobody' }, ...heirs.map(({ id, user }) => ({ value: id, label: user.displayName }))]}
          onChange={setTo}
        />
        {preview ? (
          <Box component="ul" aria-label="What happens" sx={{ m: 0, pl: 2.5, typography: 'body2' }}>
            <li>
              Handed over: {preview.leads} open leads, {preview.customers} customers, {preview.flows} open flows, {preview.tasks} open tasks
            </li>
            <li>Signed out of {preview.sessions} browsers</li>
            <li>{preview.tokens} API tokens revoked</li>
            {preview.liveCalls > 0 && <li>{preview.liveCalls} live calls are closed once they are silent</li>}
          </Box>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>Loading...</Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          They can no longer sign in. Won leads, calls and coaching stay theirs.
        </Typography>
      </Box>
    </FormDialog>
  );
}
