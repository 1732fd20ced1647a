import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { ExportFormat } from '#contract/export.ts';
import type { Owners } from '#contract/owners.ts';
import { downloadList } from '#web/lib/download.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { type Permission, useMay } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { notify } from '../toasts/toast.ts';
import { ListButton } from './ListButton.tsx';

const ExportFormats = lazyWithPreload(() => import('./ExportFormats.tsx').then((m) => m.ExportFormats));

type ExportedEntity = Extract<Permission, `${string}.export`> extends `${infer Noun}.export` ? Noun | 'auditEntry' : never;

type ExportMenuProps = {
  /** The `noun` of the export API, such as `customer`. */
  entity: ExportedEntity;
  /** The current filter of the list, as the `where` of its query; null for none. */
  where?: object | null;
  /** Whose rows the list shows; everyone’s where absent. */
  owners?: Owners;
};

/** Exports all pages of the list on screen as a file; for those who may. */
export function ExportMenu({ entity, where = null, owners }: ExportMenuProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [pending, setPending] = useState(false);
  const close = () => setAnchor(null);
  const mayExport = useMay(entity === 'auditEntry' ? 'people.configure' : `${entity}.export`);
  usePreloadWhenIdle(ExportFormats);
  const download = async (format: ExportFormat) => {
    close();
    setPending(true);
    try {
      const rows = await downloadList({ entity, format, where, owners });
      notify({
        title: 'Success',
        description: `Exported ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}.`,
        tone: 'success',
      });
    } catch (thrown) {
      notify({ title: 'Error', description: thrown instanceof Error ? thrown.message : 'The list could not be exported.', tone: 'error' });
    }
    setPending(false);
  };
  if (!mayExport) return null;
  return (
    <>
      <ListButton
        {...preloadOnIntent(ExportFormats)}
        loading={pending}
        startIcon={<Download size={18} aria-hidden />}
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {pending ? 'Exporting...' : 'Export'}
      </ListButton>
      <LazyOverlay open={anchor !== null} onError={close}>
        <ExportFormats id={id} anchor={anchor} onChoose={download} onClose={close} />
      </LazyOverlay>
    </>
  );
}
