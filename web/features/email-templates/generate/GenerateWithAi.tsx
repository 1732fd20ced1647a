import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { EMAIL_TYPE_LABELS } from '#contract/email-words.ts';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { GeneratedTemplate } from './GeneratedTemplate.tsx';
import { FIRST_WISH, GenerateForm } from './GenerateForm.tsx';
import { type GeneratedEmail, useGenerateEmail } from './use-generate-email.ts';

/** The button and its dialog. Wish and result stay when it is closed; a template being written goes on being written. */
export function GenerateWithAi({ onSave }: { onSave: (template: TemplateValues) => void }) {
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState(FIRST_WISH);
  const { email, generate, generating } = useGenerateEmail();

  const close = () => setOpen(false);
  const save = (written: GeneratedEmail) => {
    close();
    onSave(templateOf(written));
  };

  return (
    <>
      <Button variant="outlined" startIcon={<Sparkles size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Generate with AI
      </Button>
      <Dialog open={open} onClose={close} fullWidth maxWidth="lg" aria-labelledby={titleId}>
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
          <Button variant="outlined" onClick={close}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
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
