import { skipToken, useQuery } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { ASSIGNMENT_TARGET_LABELS, ASSIGNMENT_TARGETS, type AssignmentTarget } from '#contract/assignment.ts';
import { LEAD_SOURCES, type LeadSource, SOURCE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AssignmentPreviewQuery } from '#web/gql/graphql.ts';
import { describeError } from '#web/lib/format/describe-error.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Panel } from '#web/ui/Panel.tsx';

const AssignmentPreview = graphql(`
  query AssignmentPreview($appliesTo: AssignmentTarget!, $source: LeadSource, $phone: String) {
    assignmentPreview(appliesTo: $appliesTo, source: $source, phone: $phone) {
      ... on AssignmentPreview {
        owner {
          id
          displayName
        }
        reason
      }
      ... on Failure {
        message
      }
    }
  }
`);

const TARGETS = ASSIGNMENT_TARGETS.map((value) => ({ value, label: ASSIGNMENT_TARGET_LABELS[value] }));
const SOURCES = LEAD_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }));

type Question = { appliesTo: AssignmentTarget; source: LeadSource | null; phone: string | null };

/** Tells who would get a new row now, and why. */
export function AssignmentTest() {
  const [appliesTo, setAppliesTo] = useState<AssignmentTarget>('imported_lead');
  const [source, setSource] = useState<LeadSource>('website');
  const [phone, setPhone] = useState('');
  const [asked, setAsked] = useState<Question | null>(null);
  const { data, error, loading, refetch } = useQuery(
    AssignmentPreview,
    asked ? { variables: asked, fetchPolicy: 'network-only', notifyOnNetworkStatusChange: true } : skipToken,
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const question = { appliesTo, source: appliesTo === 'imported_lead' ? source : null, phone: phone.trim() || null };
    // The same question again: the rules or the people may have changed.
    if (JSON.stringify(question) === JSON.stringify(asked)) void refetch().catch(() => undefined);
    else setAsked(question);
  };
  const answer = asked && data ? answerOf(asked, data.assignmentPreview) : null;
  return (
    <Panel title="Test the rules" hint="Who would get a new row now. Nothing is changed.">
      <Box
        component="form"
        onSubmit={submit}
        sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr', md: '1fr 1fr 1fr auto' }, gap: 2, alignItems: 'end' }}
      >
        <SelectField label="New row" value={appliesTo} options={TARGETS} onChange={setAppliesTo} />
        {appliesTo === 'imported_lead' && <SelectField label="Source" value={source} options={SOURCES} onChange={setSource} />}
        <Field label="Phone" value={phone} onChange={(event) => setPhone(event.target.value)} placeholder="+1 614 555 0100" type="tel" />
        <LoadingButton type="submit" variant="outlined" loading={loading}>
          Test
        </LoadingButton>
      </Box>
      <Typography role="status" sx={{ mt: answer || error ? 2 : 0, overflowWrap: 'anywhere', color: error ? 'error.main' : undefined }}>
        {error ? describeError(error).hint : answer}
      </Typography>
    </Panel>
  );
}

function answerOf({ appliesTo }: Question, preview: AssignmentPreviewQuery['assignmentPreview']): string {
  if ('message' in preview) return preview.message;
  const isImport = appliesTo === 'imported_lead' || appliesTo === 'imported_customer';
  const owner = preview.owner?.displayName ?? (isImport ? 'Whoever imports it' : 'Nobody');
  return `${owner}: ${preview.reason ?? 'No rule fits'}`;
}
