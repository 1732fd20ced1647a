import { Box, OutlinedInput } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { ReplyBrief, type ResponseType } from '#contract/assistant.ts';
import { FieldLabel } from '#web/ui/FieldLabel.tsx';
import { HoldableButton } from '#web/ui/HoldableButton.tsx';
import { notify } from '#web/ui/toast.ts';
import { type Addressee, CustomerPicker } from './CustomerPicker.tsx';
import { ResponseTypeChoice } from './ResponseTypeChoice.tsx';
import { Shortcut } from './Shortcut.tsx';
import { useHandOver } from './use-hand-over.ts';

type RequestFormProps = { writing: boolean; onGenerate: (brief: ReplyBrief) => void };

/** What the customer asked, as whom to answer, and for whom. What was typed stays, whatever becomes of the reply. */
export function RequestForm({ writing, onGenerate }: RequestFormProps) {
  const [message, setMessage] = useState('');
  const [responseType, setResponseType] = useState<ResponseType>('sales');
  const [customer, setCustomer] = useState<Addressee | null>(null);
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);

  useHandOver({
    given: (given) => {
      if (given.request !== undefined) setMessage(given.request);
      if (given.responseType) setResponseType(given.responseType);
      if (given.customerId) setCustomer(null);
    },
    customer: setCustomer,
  });

  const generate = () => {
    if (writing) return;
    const brief = ReplyBrief.safeParse({ customerRequest: message, responseType, customerId: customer?.id });
    if (brief.success) return onGenerate(brief.data);
    notify({ title: 'Error', description: brief.error.issues[0]?.message ?? 'Please enter a customer request.', tone: 'error' });
    box.current?.focus();
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    generate();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    generate();
  };

  return (
    <Box component="form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <FieldLabel htmlFor={id}>Customer Request/Question</FieldLabel>
        <OutlinedInput
          id={id}
          placeholder="Paste customer message or question here..."
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          inputRef={box}
          multiline
          fullWidth
          minRows={5}
          maxRows={14}
          sx={{ px: 1.5, py: 1.25 }}
        />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'end', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' } }}>
        <ResponseTypeChoice value={responseType} onChange={setResponseType} />
        <CustomerPicker value={customer} onChange={setCustomer} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <HoldableButton
          type="submit"
          variant="contained"
          held={writing}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          startIcon={<Sparkles size={16} aria-hidden />}
        >
          {writing ? 'Generating...' : 'Generate AI Response'}
        </HoldableButton>
        <Shortcut />
      </Box>
    </Box>
  );
}
