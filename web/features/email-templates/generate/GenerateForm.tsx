import { Box } from '@mui/material';
import { Sparkles } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { EMAIL_LIMITS, EMAIL_TONE_LABELS, EMAIL_TONES, EMAIL_TYPE_LABELS, EMAIL_TYPES } from '#contract/email-template.ts';
import { EmailWish } from '#contract/email-template-input.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';

const TYPES = EMAIL_TYPES.map((value) => ({ value, label: EMAIL_TYPE_LABELS[value] }));
const TONES = EMAIL_TONES.map((value) => ({ value, label: EMAIL_TONE_LABELS[value] }));

/** What is typed into the form: texts, as long as they are being typed. */
export type GenerateParams = Pick<EmailWish, 'type' | 'tone'> & { purpose: string; context: string };

export const DEFAULTS: GenerateParams = { type: 'welcome', tone: 'professional', purpose: '', context: '' };

type GenerateFormProps = {
  wish: GenerateParams;
  onChange: (wish: GenerateParams) => void;
  generating: boolean;
  onGenerate: (wish: EmailWish) => void;
};

/** What the template is to be like. */
export function GenerateForm({ wish, onChange, generating, onGenerate }: GenerateFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!generating) onGenerate(EmailWish.parse(wish));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <SelectField label="Type" value={wish.type} options={TYPES} onChange={(type) => onChange({ ...wish, type })} />
        <SelectField label="Tone" value={wish.tone} options={TONES} onChange={(tone) => onChange({ ...wish, tone })} />
      </Box>
      <Field
        label="Purpose (optional)"
        placeholder="Invite to a tasting next week"
        value={wish.purpose}
        onChange={(event) => onChange({ ...wish, purpose: event.target.value })}
        slotProps={{ input: { maxLength: EMAIL_LIMITS.purpose } }}
        autoComplete="off"
        autoFocus
      />
      <Field
        label="Additional context (optional)"
        placeholder="Anything the writer should know"
        value={wish.context}
        onChange={(event) => onChange({ ...wish, context: event.target.value })}
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
