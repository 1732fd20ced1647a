import { useMutation, useQuery } from '@apollo/client/react';
import { Box, MenuItem, Select, Typography } from '@mui/material';
import { useState } from 'react';
import {
  ACCESS_ACTIONS,
  ACCESS_NOUN_LABELS,
  ACCESS_NOUNS,
  ACCESS_SCOPES,
  ACTIONS_OF,
  type AccessAction,
  type AccessNoun,
  OWNED_NOUNS,
  type RecordScope,
} from '#contract/access.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { RolesQuery } from '#web/gql/graphql.ts';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { ROLE_OPTIONS } from './role-labels.ts';
import { SecondFactorRule } from './SecondFactorRule.tsx';
import { SettingsLink } from './SettingsLink.tsx';

const RolesDocument = graphql(`
  query Roles {
    roles {
      key
      name
      description
      requiresSecondFactor
      permissions {
        noun
        action
        scope
      }
    }
    workspaceSettings {
      values {
        recordScope
      }
    }
    secondFactor {
      available
    }
  }
`);

const SetPermission = graphql(`
  mutation SetPermission($input: PermissionInput!) {
    setPermission(input: $input) {
      ... on Role {
        key
      }
      ... on Failure {
        message
      }
    }
  }
`);

type Role = RolesQuery['roles'][number];

const RECORD_SCOPE_NOTES = {
  everyone: 'Everyone sees all leads, customers, calls and orders that their role may read, whatever the scope.',
  by_role: 'Whose leads, customers, calls and orders people see depends on the scope of their role.',
} as const satisfies Record<RecordScope, string>;
const SCOPE_LABELS = { own: 'Own', team: 'Team', all: 'All' } as const;
const NEVER = 'none';

/** What each role may do: a table of nouns and actions. */
export function Roles() {
  const { data, error, refetch } = useQuery(RolesDocument, { fetchPolicy: 'cache-and-network' });
  const [key, setKey] = useState<Role['key']>('rep');
  if (!data && error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const role = data?.roles.find((each) => each.key === key);
  if (!data || !role) return <ListSkeleton label="Loading roles" rows={6} height={48} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ maxWidth: 360 }}>
        <SelectField label="Role" value={key} options={ROLE_OPTIONS} onChange={setKey} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {RECORD_SCOPE_NOTES[data.workspaceSettings.values.recordScope]} <SettingsLink>Change in the settings</SettingsLink>
      </Typography>
      <Panel title={role.name} hint={key === 'admin' ? `${role.description} Its permissions cannot be changed.` : role.description} flush>
        <SecondFactorRule role={role} available={data.secondFactor.available} />
        <PermissionTable role={role} />
      </Panel>
    </Box>
  );
}

const ACTION_LABELS = {
  read: 'Read',
  change: 'Change',
  delete: 'Delete',
  export: 'Export',
  import: 'Import',
  configure: 'Configure',
} as const satisfies Record<AccessAction, string>;

function PermissionTable({ role }: { role: Role }) {
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={`Permissions of ${role.name}`}
        sx={(theme) => ({
          width: '100%',
          borderCollapse: 'collapse',
          '& th, & td': { px: 1, py: 0.5, textAlign: 'left', whiteSpace: 'nowrap', borderTop: `1px solid ${theme.vars.palette.divider}` },
          '& th': { typography: 'body2', fontWeight: 500 },
          '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper', pl: 2 },
        })}
      >
        <thead>
          <tr>
            <th scope="col">Rows</th>
            {ACCESS_ACTIONS.map((action) => (
              <th key={action} scope="col">
                {ACTION_LABELS[action]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ACCESS_NOUNS.map((noun) => (
            <tr key={noun}>
              <th scope="row">{ACCESS_NOUN_LABELS[noun]}</th>
              {ACCESS_ACTIONS.map((action) => (
                <td key={action}>
                  {ACTIONS_OF[noun].some((known) => known === action) && <PermissionCell role={role} noun={noun} action={action} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function PermissionCell({ role, noun, action }: { role: Role; noun: AccessNoun; action: AccessAction }) {
  const [mutate, { loading }] = useMutation(SetPermission, { refetchQueries: [RolesDocument], awaitRefetchQueries: true });
  const scope = role.permissions.find((each) => each.noun === noun && each.action === action)?.scope ?? null;
  if (role.key === 'admin') return <Typography variant="body2">{scope ? SCOPE_LABELS[scope] : 'No'}</Typography>;
  const isOwned = OWNED_NOUNS.some((owned) => owned === noun);
  const choose = (value: string) => {
    const chosen = ACCESS_SCOPES.find((each) => each === value) ?? null;
    void runMutation(mutate({ variables: { input: { role: role.key, noun, action, scope: chosen } } }), {
      failed: 'Failed to change the permission',
    });
  };
  return (
    <Select
      size="small"
      value={scope ?? NEVER}
      disabled={loading}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ input: { 'aria-label': `${ACTION_LABELS[action]} ${ACCESS_NOUN_LABELS[noun].toLowerCase()}` } }}
      sx={{ minWidth: 84, typography: 'body2', color: scope ? 'text.primary' : 'text.secondary' }}
    >
      <MenuItem value={NEVER}>No</MenuItem>
      {ACCESS_SCOPES.filter((each) => isOwned || each === 'all').map((each) => (
        <MenuItem key={each} value={each}>
          {isOwned ? SCOPE_LABELS[each] : 'Yes'}
        </MenuItem>
      ))}
    </Select>
  );
}
