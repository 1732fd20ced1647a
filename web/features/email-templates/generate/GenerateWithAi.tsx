import { Button } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';

const generateDialog = later(() => import('./GenerateDialog.tsx').then((m) => m.GenerateDialog));

/** The button and its dialog, which keeps wish and result. */
export function GenerateWithAi({ onSave }: { onSave: (template: TemplateValues) => void }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const GenerateDialog = usePart(generateDialog, open, close);
  return (
    <>
      <Button {...ahead(generateDialog)} variant="outlined" startIcon={<Sparkles size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Generate with AI
      </Button>
      {GenerateDialog && <GenerateDialog open={open} onSave={onSave} onClose={close} />}
    </>
  );
}
