import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useMay } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { ListButton } from '#web/ui/lists/ListButton.tsx';

const ImportDialog = lazyWithPreload(() => import('./ImportDialog.tsx').then((m) => m.ImportDialog));

/** The button that opens the import of rows from a file. */
export function ImportButton({ entity }: { entity: ImportNoun }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const mayImport = useMay(`${entity}.import`);
  usePreloadWhenIdle(ImportDialog);
  if (!mayImport) return null;
  return (
    <>
      <ListButton {...preloadOnIntent(ImportDialog)} startIcon={<Upload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Import
      </ListButton>
      <LazyOverlay onError={close}>{open && <ImportDialog entity={entity} onClose={close} />}</LazyOverlay>
    </>
  );
}
