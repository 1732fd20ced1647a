import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { EmailTemplateForm, INCOMPLETE_TEMPLATE } from '#contract/email-template-input.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { sameTemplate, type TemplateValues } from './template-values.ts';

/** Stores unsaved input while the dialog is closed; null for none. */
export type TemplateDraft = { values: TemplateValues | null; save: (values: TemplateValues | null) => void };

type TemplateDialogProps = {
  title: string;
  /** The saved or proposed template. */
  start: TemplateValues;
  draft: TemplateDraft;
  notice?: ReactNode;
  /** The label of the save button, if it differs from the default. */
  verb?: string;
  /** Answers whether it worked; only then the dialog closes. */
  onSave: (values: EmailTemplateForm) => Promise<boolean>;
  onClose: () => void;
};

/** The form of a template with a preview. Input is kept when the dialog is closed or when saving fails. */
export function TemplateDialog({ title, start, draft, notice, verb = 'Save Template', onSave, onClose }: TemplateDialogProps) {
  const [resumed, setResumed] = useState(draft.values !== null);
  const form = useForm({ resolver: zodResolver(EmailTemplateForm), defaultValues: draft.values ?? start });
  const { isSubmitting, errors } = form.formState;
  const [subject, body] = useWatch({ control: form.control, name: ['subject', 'body'] });
  const isIncomplete = [errors.name, errors.subject, errors.body].some((error) => error?.message === INCOMPLETE_TEMPLATE);

  const close = () => {
    const values = form.getValues();
    draft.save(sameTemplate(values, start) ? null : values);
    onClose();
  };
  const submit = form.handleSubmit(async (values) => {
    if (!(await onSave(values))) return;
    draft.save(null);
    onClose();
  });
  const startOver = () => {
    form.reset(start);
    setResumed(false);
  };

  return (
    <FormDialog
      title={title}
      submit={{ label: verb, pending: 'Saving...' }}
      pending={isSubmitting}
      formError={isIncomplete ? INCOMPLETE_TEMPLATE : undefined}
      maxWidth="lg"
      onSubmit={submit}
      onClose={close}
    >
      <FormProvider {...form}>
        {resumed && <Resumed onStartOver={startOver} />}
        {notice}
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 0.8fr)' } }}>
          <TemplateFields />
          <TemplatePreview subject={subject} body={body} />
        </Box>
      </FormProvider>
    </FormDialog>
  );
}

function Resumed({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        This is what you had typed before.
      </Typography>
      <Button size="small" onClick={onStartOver}>
        Start over
      </Button>
    </Box>
  );
}
