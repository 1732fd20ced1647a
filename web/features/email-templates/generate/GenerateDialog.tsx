import { useMutation } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy, LayoutTemplate, Sparkles } from 'lucide-react';
import { type SubmitEvent, useId } from 'react';
import { EMAIL_LIMITS, EMAIL_TONE_LABELS, EMAIL_TONES, EMAIL_TYPE_LABELS, EMAIL_TYPES } from '#contract/email-template.ts';
import { EmailRequest } from '#contract/email-template-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { sameValue } from '#web/drafts/draft-store.ts';
import { useKeptInput } from '#web/drafts/use-kept-input.ts';
import { graphql } from '#web/gql/gql.ts';
import { EmailPreview } from '#web/templates/EmailPreview.tsx';
import { TemplateText, VariableChip } from '#web/templates/TemplateText.tsx';
import { copyTemplate, type TemplateValues } from '#web/templates/template-values.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EngineChip, FallbackNote } from '#web/ui/values/chips.tsx';

const GenerateEmail = graphql(`
  mutation GenerateEmail($input: GenerateEmailInput!) {
    generateEmail(input: $input) {
      ... on GeneratedEmail {
        subject
        body
        variables
        engine
        fallbackReason
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** A generated template, and the parameters it was generated from. */
type GeneratedEmail = {
  subject: string;
  body: string;
  variables: readonly string[];
  engine: string;
  fallbackReason: string | null;
  params: EmailRequest;
};

/** Generates a template; a failure is reported. */
function useGenerateEmail(onReady: (email: GeneratedEmail) => void) {
  const [mutate, { loading }] = useMutation(GenerateEmail, { fetchPolicy: 'no-cache' });
  const generate = async (params: EmailRequest) => {
    const generated = await runMutation(mutate({ variables: { input: params } }), {
      done: 'AI template generated successfully',
      failed: 'Failed to generate AI template',
    });
    if (generated) onReady({ ...generated, params });
  };
  return { generate, generating: loading };
}

type GenerateDialogProps = { open: boolean; onSave: (template: TemplateValues) => void; onClose: () => void };

/** The Generate with AI dialog. Parameters and result stay until they are cleared; a running generation goes on when it is closed. */
export function GenerateDialog({ open, onSave, onClose }: GenerateDialogProps) {
  const titleId = useId();
  const [{ params, email }, change] = useKeptInput('generated-template', EMPTY);
  const { generate, generating } = useGenerateEmail((ready) => change({ email: ready }));
  const isEmpty = email === null && sameValue(params, DEFAULTS);

  const save = (generated: GeneratedEmail) => {
    onClose();
    onSave(templateOf(generated));
  };

  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Generate with AI</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 0.8fr) minmax(0, 1fr)' } }}>
          <GenerateForm params={params} onChange={(changed) => change({ params: changed })} generating={generating} onGenerate={generate} />
          <Box aria-live="polite" aria-busy={generating} sx={{ minWidth: 0, opacity: generating && email ? 0.6 : 1 }}>
            {email ? <GeneratedTemplate email={email} onSave={() => save(email)} /> : <Placeholder generating={generating} />}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        {!isEmpty && !generating && (
          <Button variant="text" onClick={() => change(EMPTY)} sx={{ mr: 'auto' }}>
            Clear
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A generated template as form values, named after its purpose. */
const templateOf = ({ subject, body, params: { type, purpose } }: GeneratedEmail): TemplateValues => ({
  name: purpose?.slice(0, 80).toWellFormed() ?? `${EMAIL_TYPE_LABELS[type]} email`,
  type,
  subject,
  body,
});

function Placeholder({ generating }: { generating: boolean }) {
  if (generating) return <DetailSkeleton sx={{ pt: 4 }} />;
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        placeItems: 'center',
        textAlign: 'center',
        height: '100%',
        minHeight: 160,
        p: 2,
        border: `1px dashed ${theme.vars.palette.divider}`,
        borderRadius: '10px',
        color: 'text.secondary',
      })}
    >
      The generated template will appear here...
    </Box>
  );
}

const TYPE_OPTIONS = EMAIL_TYPES.map((value) => ({ value, label: EMAIL_TYPE_LABELS[value] }));
const TONE_OPTIONS = EMAIL_TONES.map((value) => ({ value, label: EMAIL_TONE_LABELS[value] }));

/** The form values. */
type GenerateParams = Pick<EmailRequest, 'type' | 'tone'> & { purpose: string; context: string };

const DEFAULTS: GenerateParams = { type: 'welcome', tone: 'professional', purpose: '', context: '' };

/** What is in the dialog. The previous template stays until the next is ready. */
type GenerateDraft = { params: GenerateParams; email: GeneratedEmail | null };

const EMPTY: GenerateDraft = { params: DEFAULTS, email: null };

type GenerateFormProps = {
  params: GenerateParams;
  onChange: (params: GenerateParams) => void;
  generating: boolean;
  onGenerate: (params: EmailRequest) => void;
};

/** The parameters of the template. */
function GenerateForm({ params, onChange, generating, onGenerate }: GenerateFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!generating) onGenerate(EmailRequest.parse(params));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <SelectField label="Type" value={params.type} options={TYPE_OPTIONS} onChange={(type) => onChange({ ...params, type })} />
        <SelectField label="Tone" value={params.tone} options={TONE_OPTIONS} onChange={(tone) => onChange({ ...params, tone })} />
      </Box>
      <Field
        label="Purpose (optional)"
        placeholder="Invite to a tasting next week"
        value={params.purpose}
        onChange={(event) => onChange({ ...params, purpose: event.target.value })}
        slotProps={{ input: { maxLength: EMAIL_LIMITS.purpose } }}
        autoComplete="off"
        autoFocus
      />
      <Field
        label="Additional context (optional)"
        placeholder="Anything the assistant should know"
        value={params.context}
        onChange={(event) => onChange({ ...params, context: event.target.value })}
        slotProps={{ input: { maxLength: EMAIL_LIMITS.context } }}
        multiline
        minRows={4}
        maxRows={10}
      />
      <Box>
        <LoadingButton type="submit" variant="contained" loading={generating} startIcon={<Sparkles size={16} aria-hidden />}>
          {generating ? 'Generating...' : 'Generate Template'}
        </LoadingButton>
      </Box>
    </Box>
  );
}

type GeneratedTemplateProps = { email: GeneratedEmail; onSave: () => void };

/** The generated template, to copy or to save. */
function GeneratedTemplate({ email, onSave }: GeneratedTemplateProps) {
  const { subject, body, variables, engine, fallbackReason } = email;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
        <Typography variant="subtitle2" component="h3" sx={{ flex: 1 }}>
          Generated template
        </Typography>
        <EngineChip engine={engine} fallbackReason={fallbackReason} />
      </Box>
      <FallbackNote reason={fallbackReason} what="draft" />
      <EmailPreview label="Generated template" subject={<TemplateText text={subject} />} body={<TemplateText text={body} lines />} />
      {variables.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Variables:
          </Box>
          <Box component="ul" aria-label="Variables" sx={list}>
            {variables.map((name) => (
              <li key={name}>
                <VariableChip name={name} />
              </li>
            ))}
          </Box>
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void copyTemplate(email)} startIcon={<Copy size={16} aria-hidden />}>
          Copy All
        </Button>
        <Button variant="outlined" onClick={onSave} startIcon={<LayoutTemplate size={16} aria-hidden />}>
          Save as Template
        </Button>
      </Box>
    </Box>
  );
}

const list = { display: 'flex', flexWrap: 'wrap', columnGap: 0.75, rowGap: 0.5, listStyle: 'none', m: 0, p: 0 } as const;
