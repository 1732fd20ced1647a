import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { ListButton } from '#web/ui/lists/ListButton.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';

const importDialog = later(() => import('./ImportDialog.tsx').then((m) => m.ImportDialog));

/** The button that opens the import of customers or leads from a file. */
export function ImportButton({ noun }: { noun: ImportNoun }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ImportDialog = usePart(importDialog, open, close);
  return (
    <>
      <ListButton {...ahead(importDialog)} startIcon={<Upload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Import
      </ListButton>
      {open && ImportDialog && <ImportDialog noun={noun} onClose={close} />}
    </>
  );
}
