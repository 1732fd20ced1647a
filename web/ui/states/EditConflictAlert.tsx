import { Box, Button, Typography } from '@mui/material';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { changedFields, type EditState, type FieldConflict, fieldConflicts } from './use-edit-conflict.ts';

// A customer is deleted when its import is undone. The screens of leads and calls report deletions themselves.
const DELETED = {
  template: 'A colleague deleted this template. Saving adds it as a new one.',
  item: 'A colleague deleted this item. Saving adds it as a new one.',
  customer: 'This customer was deleted. Copy what you need before you close.',
  lead: 'This lead was deleted. Copy what you need before you close.',
  call: 'This call was deleted. Copy what you need before you close.',
} as const;

/** A field of the form: its label, and how to format its value if it is not text. */
export type LabelledField = { readonly name: string; readonly label: string; readonly show?: (value: string) => string };

type EditConflictAlertProps<Values extends object> = {
  what: keyof typeof DELETED;
  edit: EditState<Values>;
  /** The fields of the form in their order; the first one takes the focus after the choice. */
  fields: readonly LabelledField[];
  deleted?: boolean;
};

/**
 * Shows, inside a form (`FormProvider`), what a colleague changed in the row being edited. After a save that conflicts with their
 * change, it says who changed what and lets the user choose. A form without input is updated silently.
 */
export function EditConflictAlert<Values extends object>({ what, edit, fields, deleted = false }: EditConflictAlertProps<Values>) {
  const form = useFormContext<Record<string, string>>();
  const { base, live, conflict } = edit;
  const typed = known(useWatch({ control: form.control }), base);
  const changed = deleted ? [] : changedFields(base, live.values);
  const untouched = changed.length > 0 && changedFields(base, typed).length === 0;
  useEffect(() => {
    if (!untouched || conflict) return;
    for (const [field, value] of Object.entries(live.values)) form.setValue(field, String(value ?? ''));
    edit.rebase(live);
  });

  if (deleted) return <Note>{DELETED[what]}</Note>;
  if (conflict) {
    const rows = fieldConflicts(base, typed, conflict.values);
    const takeTheirs = () => {
      const theirs = new Map(Object.entries(conflict.values));
      for (const field of changedFields(base, conflict.values))
        form.setValue(field, String(theirs.get(field) ?? ''), { shouldDirty: true, shouldValidate: true });
      edit.rebase(conflict);
      if (fields[0]) form.setFocus(fields[0].name);
    };
    return (
      <ConflictChoice
        sentence={conflict.updatedBy ? `${conflict.updatedBy} changed this ${what}` : `This ${what} was changed`}
        at={conflict.updatedAt}
        rows={rows}
        fields={fields}
        onKeepMine={edit.keepMine}
        onTakeTheirs={takeTheirs}
      />
    );
  }
  return changed.length > 0 && !untouched ? (
    <Note>A colleague changed this {what} while you were editing. You can compare both versions when you save.</Note>
  ) : null;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography role="status" variant="body2" sx={{ color: 'tone.warning.ink', mb: 2 }}>
      {children}
    </Typography>
  );
}

type ConflictChoiceProps = {
  sentence: string;
  at: string;
  rows: readonly FieldConflict[];
  fields: readonly LabelledField[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

const column = { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxHeight: '7.5em', overflowY: 'auto' } as const;

function ConflictChoice({ sentence, at, rows, fields, onKeepMine, onTakeTheirs }: ConflictChoiceProps) {
  const alert = useRef<HTMLDivElement>(null);
  // The submit button is below, and on a small screen this alert is out of view. Each conflict has its own time.
  useEffect(() => {
    if (at) alert.current?.focus();
  }, [at]);
  const keep = (event: MouseEvent<HTMLButtonElement>) => {
    onKeepMine();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <Box
      ref={alert}
      role="alert"
      tabIndex={-1}
      sx={{
        display: 'grid',
        gap: 1.5,
        p: 1.5,
        mb: 2,
        borderRadius: '10px',
        border: 1,
        borderColor: 'tone.warning.main',
        bgcolor: 'tone.warning.surface',
        '&:focus': { outline: 'none' },
      }}
    >
      <Box>
        <Typography sx={{ color: 'tone.warning.ink', fontWeight: 600 }}>
          {sentence} <RelativeTime at={at} />.
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Your changes are not saved yet. Choose which values to keep.
        </Typography>
      </Box>
      <Box component="dl" sx={{ display: 'grid', gap: 1, m: 0 }}>
        {rows.map(({ field, base, mine, theirs }) => (
          <ConflictRow
            key={field}
            field={fields.find(({ name }) => name === field) ?? { name: field, label: field }}
            mine={mine === base ? null : mine}
            theirs={theirs}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" onClick={keep}>
          Keep mine
        </Button>
        <Button size="small" variant="outlined" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </Box>
    </Box>
  );
}

/** `mine` is null if only the colleague changed the field: then their value is kept, whatever the user chooses. */
function ConflictRow({ field: { label, show = asText }, mine, theirs }: { field: LabelledField; mine: string | null; theirs: string }) {
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
      <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, display: 'grid', columnGap: 2, rowGap: 0.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <Typography variant="body2" sx={column}>
          <Caption>Yours</Caption> {mine === null ? 'Not changed' : show(mine)}
        </Typography>
        <Typography variant="body2" sx={column}>
          <Caption>Theirs</Caption> {show(theirs)}
        </Typography>
      </Box>
    </Box>
  );
}

const asText = (value: string) => value || 'Empty';

function Caption({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}:
    </Box>
  );
}

/** The form values of those fields that a version has. */
const known = <Values extends object>(typed: Readonly<Record<string, unknown>>, base: Values): Values => ({
  ...base,
  ...Object.fromEntries(Object.entries(typed).filter(([field]) => field in base)),
});

/** The error of saving a row that somebody else has deleted. */
export const SAVE_AS_NEW = 'Save as New';
