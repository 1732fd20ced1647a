import { Box, Checkbox, FormHelperText, MenuItem, Select, Typography } from '@mui/material';
import {
  ACCESS_NOUN_LABELS,
  ACCESS_NOUNS,
  ACCESS_SCOPES,
  ACTIONS_OF,
  type AccessAction,
  type AccessNoun,
  OWNED_NOUNS,
} from '#contract/access.ts';
import type { TokenPermission } from '#contract/api-token.ts';
import { usePermissions, useSessionAccess } from '#web/session/session.tsx';

const SCOPE_LABELS = { own: 'My own', team: 'My team’s', all: 'All' } as const;

type PermissionChoicesProps = {
  value: readonly TokenPermission[];
  error: string | undefined;
  onChange: (value: readonly TokenPermission[]) => void;
};

/** What a token may do, noun by noun: of what its owner may, as the token never may more. */
export function PermissionChoices({ value, error, onChange }: PermissionChoicesProps) {
  const permissions = usePermissions();
  const nouns = ACCESS_NOUNS.filter((noun) => permissions.includes(`${noun}.read`));
  const change = (noun: AccessNoun, chosen: TokenPermission | null) =>
    onChange(nouns.flatMap((each) => (each === noun ? (chosen ?? []) : value.filter((permission) => permission.noun === each))));
  return (
    <Box role="group" aria-label="Permissions" sx={{ display: 'grid', gap: 1 }}>
      {nouns.map((noun) => (
        <NounRow
          key={noun}
          noun={noun}
          actions={ACTIONS_OF[noun].filter((action) => permissions.includes(`${noun}.${action}`))}
          permission={value.find((each) => each.noun === noun)}
          onChange={(chosen) => change(noun, chosen)}
        />
      ))}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

type NounRowProps = {
  noun: AccessNoun;
  actions: readonly AccessAction[];
  permission: TokenPermission | undefined;
  onChange: (permission: TokenPermission | null) => void;
};

function NounRow({ noun, actions, permission, onChange }: NounRowProps) {
  const label = ACCESS_NOUN_LABELS[noun];
  const chosen = permission?.actions ?? [];
  const isOwned = OWNED_NOUNS.some((owned) => owned === noun);
  const { readScopes } = useSessionAccess();
  const widest = readScopes?.find((each) => each.noun === noun)?.scope ?? 'all';
  const scopes = ACCESS_SCOPES.slice(0, ACCESS_SCOPES.indexOf(widest) + 1);
  const choose = (names: readonly string[]) => {
    const picked = actions.filter((action) => names.includes(action));
    // Reading is part of everything else, so that without it nothing is left.
    const isReadTakenAway = chosen.includes('read') && !picked.includes('read');
    if (picked.length === 0 || isReadTakenAway) return onChange(null);
    const scope = permission?.scope ?? (isOwned ? 'own' : 'all');
    onChange({ noun, actions: actions.filter((action) => action === 'read' || picked.includes(action)), scope });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1.4fr 1fr', gap: 1, alignItems: 'center' }}>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {label}
      </Typography>
      <Select
        multiple
        displayEmpty
        size="small"
        value={[...chosen]}
        onChange={({ target }) => choose([target.value].flat())}
        renderValue={(names) => (names.length === 0 ? 'Nothing' : names.join(', '))}
        slotProps={{ input: { 'aria-label': `What it may do with ${label.toLowerCase()}` } }}
        sx={chosen.length === 0 ? { color: 'text.secondary' } : undefined}
      >
        {actions.map((action) => (
          <MenuItem key={action} value={action} dense>
            <Checkbox size="small" checked={chosen.includes(action)} tabIndex={-1} sx={{ p: 0, mr: 1 }} /> {action}
          </MenuItem>
        ))}
      </Select>
      {permission && isOwned && (
        <Select
          size="small"
          value={permission.scope}
          onChange={({ target }) => onChange({ ...permission, scope: ACCESS_SCOPES.find((each) => each === target.value) ?? 'own' })}
          slotProps={{ input: { 'aria-label': `Whose ${label.toLowerCase()}` } }}
        >
          {scopes.map((scope) => (
            <MenuItem key={scope} value={scope}>
              {SCOPE_LABELS[scope]}
            </MenuItem>
          ))}
        </Select>
      )}
    </Box>
  );
}
