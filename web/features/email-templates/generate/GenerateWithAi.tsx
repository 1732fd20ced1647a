import { Button } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';

const GenerateDialog = lazyWithPreload(() => import('./GenerateDialog.tsx').then((m) => m.GenerateDialog));

/** The button and its dialog. */
export function GenerateWithAi({ onSave }: { onSave: (template: TemplateValues) => void }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  usePreloadWhenIdle(GenerateDialog);
  return (
    <>
      <Button
        {...preloadOnIntent(GenerateDialog)}
        variant="outlined"
        startIcon={<Sparkles size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Generate with AI
      </Button>
      <LazyOverlay open={open} onError={close}>
        <GenerateDialog open={open} onSave={onSave} onClose={close} />
      </LazyOverlay>
    </>
  );
}
