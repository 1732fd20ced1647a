import { Box, Typography } from '@mui/material';
import { type RefCallback, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { EMAIL_TYPE_LABELS, EMAIL_TYPES, type Placeholder } from '#contract/email-template.ts';
import { INCOMPLETE_TEMPLATE } from '#contract/email-template-input.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { insertText } from '#web/ui/fields/TextArea.tsx';
import { InsertVariable } from './InsertVariable.tsx';
import { TemplateNotes } from './TemplateNotes.tsx';
import { formatVariable, type TemplateValues } from './template-values.ts';

type TextBox = HTMLInputElement | HTMLTextAreaElement;
const TYPES = EMAIL_TYPES.map((value) => ({ value, label: EMAIL_TYPE_LABELS[value] }));

/** The fields of a template; the form around them saves. */
export function TemplateFields() {
  const boxes = useRef<{ subject: TextBox | null; body: TextBox | null }>({ subject: null, body: null });
  const [into, setInto] = useState<'subject' | 'body'>('body');
  const { control, setValue } = useFormContext<TemplateValues>();
  const { field: type } = useController({ control, name: 'type' });
  const name = useText('name');
  const subject = useText('subject');
  const body = useText('body');

  const insert = (variable: Placeholder) => {
    const box = boxes.current[into];
    if (box) insertText(box, formatVariable(variable), (value) => setValue(into, value));
  };
  const remember = (field: 'subject' | 'body', ref: RefCallback<TextBox>) => ({
    inputRef: (box: TextBox | null) => {
      boxes.current[field] = box;
      ref(box);
    },
    onFocus: () => setInto(field),
  });

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start', minWidth: 0 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 180px' } }}>
        <Field label="Name" {...name.field} inputRef={name.ref} required autoFocus />
        <SelectField label="Type" value={type.value} options={TYPES} onChange={type.onChange} />
      </Box>
      <Field label="Subject" {...subject.field} {...remember('subject', subject.ref)} required />
      <Field label="Body" {...body.field} {...remember('body', body.ref)} required multiline minRows={9} maxRows={16} />
      <Box sx={{ display: 'grid', gap: 1, mt: -1 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          Tip: placeholders in double braces, such as {'{{customer_name}}'}, are detected automatically.
        </Typography>
        <InsertVariable onInsert={insert} />
      </Box>
      <TemplateNotes />
    </Box>
  );
}

/** Props of a text field. An empty one is only marked: the message for all of them is next to the button. */
function useText(name: 'name' | 'subject' | 'body') {
  const { control } = useFormContext<TemplateValues>();
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useController({ control, name });
  const message = error?.message === INCOMPLETE_TEMPLATE ? 'Required' : error?.message;
  return { ref, field: { ...field, error: message, autoComplete: 'off' } };
}
