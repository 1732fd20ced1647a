import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { EmailTemplateForm, INCOMPLETE_TEMPLATE } from '#contract/email-template-input.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import type { TemplateValues } from './template-values.ts';

type TemplateDialogProps = {
  title: string;
  /** The saved or proposed template. */
  start: TemplateValues;
  /** Names its draft, which is what differs from `base`. */
  subject: string;
  base: TemplateValues;
  /** Gets the values of a restored draft, and those that they were typed over. */
  onRestore?: (typed: TemplateValues, typedOver: Readonly<Record<string, unknown>>) => void;
  notice?: ReactNode;
  /** The label of the save button, if it differs from the default. */
  verb?: string;
  /** Answers whether it worked; only then the dialog closes. */
  onSave: (values: EmailTemplateForm) => Promise<boolean>;
  onClose: () => void;
};

/** The form of a template with a preview. What is typed is a draft until it is saved. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { title, start, subject, base, onRestore, notice, verb = 'Save Template', onSave, onClose } = props;
  const form = useForm({ resolver: zodResolver(EmailTemplateForm), defaultValues: start });
  const draft = useFormDraft({ subject, form, base, onRestore: (typedOver) => onRestore?.(form.getValues(), typedOver) });
  const { isSubmitting, errors } = form.formState;
  const [email, body] = useWatch({ control: form.control, name: ['subject', 'body'] });
  const isIncomplete = [errors.name, errors.subject, errors.body].some((error) => error?.message === INCOMPLETE_TEMPLATE);
  const submit = form.handleSubmit(async (values) => {
    const typed = form.getValues();
    if ((await onSave(values)) && draft.settle(typed)) onClose();
  });

  return (
    <FormDialog
      title={title}
      submit={{ label: verb, pending: 'Saving...' }}
      pending={isSubmitting}
      formError={isIncomplete ? INCOMPLETE_TEMPLATE : undefined}
      maxWidth="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <DraftNotice draft={draft} />
        {notice}
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 0.8fr)' } }}>
          <TemplateFields />
          <TemplatePreview subject={email} body={body} />
        </Box>
      </FormProvider>
    </FormDialog>
  );
}
