import { useMutation } from '@apollo/client/react';
import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const SetSecondFactorRequired = graphql(`
  mutation SetSecondFactorRequired($role: String!, $required: Boolean!) {
    setSecondFactorRequired(role: $role, required: $required) {
      ... on SecondFactorRequirement {
        data
      }
      ... on Failure {
        message
      }
    }
  }
`);

type Props = {
  role: { key: string; requiresSecondFactor: boolean };
  /** Whether authenticator apps can be set up on this server. */
  available: boolean;
};

/** Whether people of a role need a second factor to sign in with a password. */
export function SecondFactorRule({ role, available }: Props) {
  const { key, requiresSecondFactor } = role;
  const [mutate, { loading }] = useMutation(SetSecondFactorRequired, { refetchQueries: ['Roles'], awaitRefetchQueries: true });
  const set = (required: boolean) =>
    runMutation(mutate({ variables: { role: key, required } }), {
      done: required ? 'Second factor required' : 'Second factor no longer required',
      failed: 'Failed to change the setting',
    });
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <FormControlLabel
        control={
          <Switch
            checked={requiresSecondFactor}
            disabled={loading || (!available && !requiresSecondFactor)}
            onChange={(_event, checked) => void set(checked)}
          />
        }
        label="Second factor required"
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {available
          ? 'Whoever signs in with a password needs a code of an authenticator app, too. Those who have none set it up at the next sign-in; sessions without one end at once. Passkeys and the company account count as two factors.'
          : 'Not available on this server: the operator has to set IDENTITY_SECRET first.'}
      </Typography>
      {key === 'admin' && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          If no admin can sign in any more, the operator opens an emergency account, which needs its password alone:{' '}
          <code>npm run users -- break-glass &lt;username&gt;</code>.
        </Typography>
      )}
    </Box>
  );
}
