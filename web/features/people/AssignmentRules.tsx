import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Chip, IconButton, Typography } from '@mui/material';
import { ArrowDown, ArrowUp, Split } from 'lucide-react';
import { useState } from 'react';
import { ASSIGNMENT_METHOD_LABELS, ASSIGNMENT_TARGET_LABELS } from '#contract/assignment.ts';
import { SOURCE_LABELS } from '#contract/lead.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { AssignmentRuleForm } from './AssignmentRuleForm.tsx';
import { AssignmentTest } from './AssignmentTest.tsx';
import { type AssignmentRule, AssignmentRulesDocument } from './assignment-query.ts';
import { rowSx } from './row.styles.ts';

/** The rules by which imports, telephony and the shop give new rows to people, in the order in which they are tried. */
export function AssignmentRules() {
  const { data, error, refetch } = useQuery(AssignmentRulesDocument, { fetchPolicy: 'cache-and-network' });
  const [adding, setAdding] = useState(false);
  if (!data && error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton label="Loading assignment rules" rows={3} height={72} />;
  const rules = data.assignmentRules;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5, mb: 2 }}>
        <Typography variant="body2" sx={{ flex: '1 1 280px', maxWidth: 640, color: 'text.secondary' }}>
          The first rule that fits decides. Who is absent, deactivated or at capacity is skipped. Where no rule fits, imported rows belong
          to whoever imports them, and others to nobody.
        </Typography>
        <Button variant="contained" onClick={() => setAdding(true)}>
          Add Rule
        </Button>
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel flush={rules.length > 0}>
          {rules.length === 0 ? (
            <EmptyState
              icon={<Split size={18} />}
              title="No assignment rules yet"
              hint="Rules give imported rows, calls and shop customers to people."
            />
          ) : (
            <Box component="ol" aria-label="Assignment rules" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {rules.map((rule, index) => (
                <RuleItem key={rule.id} rule={rule} ids={rules.map(({ id }) => id)} index={index} />
              ))}
            </Box>
          )}
        </Panel>
        <AssignmentTest />
      </Box>
      {adding && <AssignmentRuleForm rule={null} onClose={() => setAdding(false)} />}
    </>
  );
}

const DeleteRule = graphql(`
  mutation DeleteAssignmentRule($id: ID!) {
    deleteAssignmentRule(id: $id) {
      ... on AssignmentRule {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const ReorderRules = graphql(`
  mutation ReorderAssignmentRules($ids: [ID!]!) {
    reorderAssignmentRules(ids: $ids) {
      ... on AssignmentOrder {
        rules {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

type RuleItemProps = { rule: AssignmentRule; ids: readonly string[]; index: number };

function RuleItem({ rule, ids, index }: RuleItemProps) {
  const [act, setAct] = useState<'edit' | 'delete' | null>(null);
  const refetch = { refetchQueries: [AssignmentRulesDocument], awaitRefetchQueries: true };
  const [remove] = useMutation(DeleteRule, refetch);
  const [reorder, reordering] = useMutation(ReorderRules, refetch);
  const close = () => setAct(null);
  const { id, name, isActive, method, people, teams, lastAssigned } = rule;
  const candidates = [...people.map(({ displayName }) => displayName), ...teams.map((team) => `team ${team.name}`)];
  const move = (by: -1 | 1) => {
    const order = ids.filter((each) => each !== id);
    order.splice(index + by, 0, id);
    void runMutation(reorder({ variables: { ids: order } }), { failed: 'Failed to move the rule' });
  };
  const moves = [
    { label: `Move ${name} up`, icon: <ArrowUp size={16} aria-hidden />, by: -1, disabled: index === 0 },
    { label: `Move ${name} down`, icon: <ArrowDown size={16} aria-hidden />, by: 1, disabled: index === ids.length - 1 },
  ] as const;
  return (
    <Box component="li" aria-label={name} sx={rowSx}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {index + 1}. {name}
          </Typography>
          {!isActive && <Chip size="small" color="neutral" label="Off" />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {conditionsOf(rule)}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`${ASSIGNMENT_METHOD_LABELS[method]}: ${candidates.join(', ') || 'nobody is left'}`}
        </Typography>
        {lastAssigned && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Last: {lastAssigned.displayName}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {moves.map(({ label, icon, by, disabled }) => (
          <Tooltip key={label} title={disabled ? '' : label}>
            <span>
              <IconButton size="small" aria-label={label} disabled={disabled || reordering.loading} onClick={() => move(by)}>
                {icon}
              </IconButton>
            </span>
          </Tooltip>
        ))}
        <Button size="small" variant="outlined" aria-label={`Edit ${name}`} onClick={() => setAct('edit')}>
          Edit
        </Button>
        <Button size="small" variant="outlined" aria-label={`Delete ${name}`} onClick={() => setAct('delete')}>
          Delete
        </Button>
      </Box>
      {act === 'edit' && <AssignmentRuleForm rule={rule} onClose={close} />}
      {act === 'delete' && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          action={{ label: 'Delete', pending: 'Deleting...' }}
          onConfirm={async () =>
            (await runMutation(remove({ variables: { id } }), { done: 'Rule deleted', failed: 'Failed to delete the rule' })) !== null
          }
          onClose={close}
        >
          What it gave to people stays theirs.
        </ConfirmDialog>
      )}
    </Box>
  );
}

/** To what a rule applies: Imported leads · from Website · phone +1614. */
const conditionsOf = ({ appliesTo, sources, phonePrefixes }: AssignmentRule): string =>
  [
    appliesTo.map((target) => ASSIGNMENT_TARGET_LABELS[target]).join(', '),
    ...(sources.length > 0 ? [`from ${sources.map((source) => SOURCE_LABELS[source]).join(', ')}`] : []),
    ...(phonePrefixes.length > 0 ? [`phone ${phonePrefixes.join(', ')}`] : []),
  ].join(' · ');
