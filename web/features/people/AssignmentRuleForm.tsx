import { useMutation, useQuery } from '@apollo/client/react';
import { Box, FormControlLabel, Switch } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import {
  ASSIGNMENT_LIMITS,
  ASSIGNMENT_METHOD_LABELS,
  ASSIGNMENT_METHODS,
  ASSIGNMENT_TARGET_LABELS,
  ASSIGNMENT_TARGETS,
  type AssignmentMethod,
  AssignmentRuleInput,
} from '#contract/assignment.ts';
import { LEAD_SOURCES, SOURCE_LABELS } from '#contract/lead.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useDebounced } from '#web/lib/use-throttled.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Assignees } from '#web/ui/fields/OwnerPicker.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { type AssignmentRule, AssignmentRulesDocument } from './assignment-query.ts';
import { type Choice, PickMany } from './PickMany.tsx';
import { TeamsDocument } from './Teams.tsx';

const CreateRule = graphql(`
  mutation CreateAssignmentRule($input: AssignmentRuleInput!) {
    createAssignmentRule(input: $input) {
      ... on AssignmentRule {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const UpdateRule = graphql(`
  mutation UpdateAssignmentRule($id: ID!, $input: AssignmentRuleInput!) {
    updateAssignmentRule(id: $id, input: $input) {
      ... on AssignmentRule {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const TARGETS = ASSIGNMENT_TARGETS.map((id) => ({ id, label: ASSIGNMENT_TARGET_LABELS[id] }));
const SOURCES = LEAD_SOURCES.map((id) => ({ id, label: SOURCE_LABELS[id] }));
const METHODS = ASSIGNMENT_METHODS.map((value) => ({ value, label: ASSIGNMENT_METHOD_LABELS[value] }));
const SEARCH_DELAY_MS = 250;

const chosen = (options: readonly Choice[], ids: readonly string[]): Choice[] => options.filter(({ id }) => ids.includes(id));
const idsOf = (choices: readonly Choice[]): string[] => choices.map(({ id }) => id);

/** Adds or changes a rule: to what it applies, and to whom it gives it. */
export function AssignmentRuleForm({ rule, onClose }: { rule: AssignmentRule | null; onClose: () => void }) {
  const [name, setName] = useState(rule?.name ?? '');
  const [isActive, setIsActive] = useState(rule?.isActive ?? true);
  const [targets, setTargets] = useState(chosen(TARGETS, rule?.appliesTo ?? ['imported_lead']));
  const [sources, setSources] = useState(chosen(SOURCES, rule?.sources ?? []));
  const [prefixes, setPrefixes] = useState(rule?.phonePrefixes.join(', ') ?? '');
  const [method, setMethod] = useState<AssignmentMethod>(rule?.method ?? 'round_robin');
  const [people, setPeople] = useState<Choice[]>(rule?.people.map(({ id, displayName }) => ({ id, label: displayName })) ?? []);
  const [teams, setTeams] = useState<Choice[]>(rule?.teams.map(({ id, name: label }) => ({ id, label })) ?? []);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const assignees = useQuery(Assignees, { variables: { search: useDebounced(text.trim(), SEARCH_DELAY_MS) || null } });
  const known = useQuery(TeamsDocument);
  const refetch = { refetchQueries: [AssignmentRulesDocument], awaitRefetchQueries: true };
  const [create, creating] = useMutation(CreateRule, refetch);
  const [update, updating] = useMutation(UpdateRule, refetch);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = AssignmentRuleInput.safeParse({
      ...{ name, isActive, method },
      appliesTo: idsOf(targets),
      sources: idsOf(sources),
      phonePrefixes: prefixes.split(/[,;\n]/).filter((prefix) => prefix.trim() !== ''),
      peopleIds: idsOf(people),
      teamIds: idsOf(teams),
    });
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message);
    const onFieldError = ({ message }: { message: string }) => {
      setProblem(message);
      return true;
    };
    const messages = { done: 'Rule saved', failed: 'Failed to save the rule', onFieldError };
    const input = parsed.data;
    const saved = rule
      ? await runMutation(update({ variables: { id: rule.id, input } }), messages)
      : await runMutation(create({ variables: { input } }), messages);
    if (saved) onClose();
  };

  const found = (assignees.data ?? assignees.previousData)?.assignees ?? [];
  const teamOptions = known.data?.teams.map(({ id, name: label }) => ({ id, label })) ?? [];
  return (
    <FormDialog
      title={rule ? 'Edit Rule' : 'Add Rule'}
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={creating.loading || updating.loading}
      ready={name.trim() !== ''}
      formError={problem}
      onSubmit={submit}
      onClose={onClose}
      maxWidth="sm"
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, pt: 0.5 }}>
        <Field
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          inputProps={{ maxLength: ASSIGNMENT_LIMITS.name }}
          required
          autoFocus
        />
        <PickMany label="Applies to" value={targets} onChange={setTargets} options={TARGETS} placeholder="Choose new rows" />
        <PickMany
          label="Lead sources"
          value={sources}
          onChange={setSources}
          options={SOURCES}
          placeholder="Any source"
          hint="Only where the rule applies to imported leads alone"
        />
        <Field
          label="Phone numbers that begin with"
          value={prefixes}
          onChange={(event) => setPrefixes(event.target.value)}
          placeholder="Any number, or none"
          hint="Country code and, if you like, area code, with commas between: +1 614, +49"
        />
        <SelectField label="Method" value={method} options={METHODS} onChange={setMethod} />
        <PickMany
          label="People"
          value={people}
          onChange={setPeople}
          options={found.map(({ id, displayName }) => ({ id, label: displayName }))}
          placeholder="Type a name"
          onSearch={setText}
        />
        <PickMany label="Teams" value={teams} onChange={setTeams} options={teamOptions} placeholder="No team" />
        <FormControlLabel
          control={<Switch checked={isActive} onChange={(_event, checked) => setIsActive(checked)} />}
          label="This rule is on"
        />
      </Box>
    </FormDialog>
  );
}
