import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { EMAIL_TYPE_LABELS } from '#contract/email-template.ts';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { GeneratedTemplate } from './GeneratedTemplate.tsx';
import { DEFAULTS, GenerateForm } from './GenerateForm.tsx';
import { type GeneratedEmail, useGenerateEmail } from './use-generate-email.ts';

type GenerateDialogProps = { open: boolean; onSave: (template: TemplateValues) => void; onClose: () => void };

/** Has a template written. Wish and result stay when it is closed; a template being written goes on being written. */
export function GenerateDialog({ open, onSave, onClose }: GenerateDialogProps) {
  const titleId = useId();
  const [wish, setWish] = useState(DEFAULTS);
  const { email, generate, generating } = useGenerateEmail();

  const save = (written: GeneratedEmail) => {
    onClose();
    onSave(templateOf(written));
  };

  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Generate with AI</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 0.8fr) minmax(0, 1fr)' } }}>
          <GenerateForm wish={wish} onChange={setWish} generating={generating} onGenerate={generate} />
          <Box aria-live="polite" aria-busy={generating} sx={{ minWidth: 0, opacity: generating && email ? 0.6 : 1 }}>
            {email ? <GeneratedTemplate email={email} onSave={() => save(email)} /> : <Awaited generating={generating} />}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What a generated template is called at first: what it was written for. */
const templateOf = ({ subject, body, wish: { type, purpose } }: GeneratedEmail): TemplateValues => ({
  name: purpose?.slice(0, 80).toWellFormed() ?? `${EMAIL_TYPE_LABELS[type]} email`,
  type,
  subject,
  body,
});

function Awaited({ generating }: { generating: boolean }) {
  if (generating) {
    return (
      <Box sx={{ display: 'grid', gap: 1.5, pt: 4 }}>
        <SkeletonBlock width="52%" height={18} />
        <SkeletonBlock width="94%" height={14} />
        <SkeletonBlock width="88%" height={14} />
        <SkeletonBlock width="61%" height={14} />
      </Box>
    );
  }
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
