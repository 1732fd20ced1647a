import { Box, OutlinedInput } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import type { ReplyBrief } from '#contract/assistant.ts';
import type { ResponseType } from '#contract/response-types.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';
import { dismiss, notify } from '#web/ui/toasts/toast.ts';
import { RecipientPicker } from './RecipientPicker.tsx';
import { ResponseTypeChoice } from './ResponseTypeChoice.tsx';
import { Shortcut } from './Shortcut.tsx';
import { useReplyPrefill } from './use-reply-prefill.ts';

// The rules bring all of zod, and are wanted once something is typed. Where they do not come, the server's are enough.
const loadRules = () => import('#contract/assistant.ts').catch(() => null);

async function readBrief(typed: ReplyBrief): Promise<ReplyBrief | string> {
  const rules = await loadRules();
  const { success, data, error } = rules?.ReplyBrief.safeParse(typed) ?? { success: true, data: typed };
  return success ? data : (error?.issues[0]?.message ?? 'Please enter a customer request.');
}

type RequestFormProps = { writing: boolean; onGenerate: (brief: ReplyBrief) => void };

/** What the customer asked, as whom to answer, and for whom. What was typed stays, whatever becomes of the reply. */
export function RequestForm({ writing, onGenerate }: RequestFormProps) {
  const [message, setMessage] = useState('');
  const [responseType, setResponseType] = useState<ResponseType>('sales');
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const complaint = useRef(0);
  const settleComplaint = () => dismiss(complaint.current);
  const write = (text: string) => {
    setMessage(text);
    // That there was none is all that can be seen to be mended before it is sent.
    if (message.trim() === '' && text.trim() !== '') settleComplaint();
  };

  useReplyPrefill({
    given: (given) => {
      if (given.request !== undefined) write(given.request);
      if (given.responseType) setResponseType(given.responseType);
      if (given.customerId) setCustomer(null);
    },
    customer: setCustomer,
  });

  const generate = async () => {
    if (writing) return;
    const brief = await readBrief({ customerRequest: message, responseType, customerId: customer?.id ?? null, leadId: null });
    if (typeof brief !== 'string') {
      settleComplaint();
      return onGenerate(brief);
    }
    complaint.current = notify({ title: 'Error', description: brief, tone: 'error' });
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
          onChange={(event) => write(event.target.value)}
          onFocus={loadRules}
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
        <RecipientPicker value={customer} onChange={setCustomer} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <LoadingButton
          type="submit"
          variant="contained"
          loading={writing}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          startIcon={<Sparkles size={16} aria-hidden />}
        >
          {writing ? 'Generating...' : 'Generate AI Response'}
        </LoadingButton>
        <Shortcut />
      </Box>
    </Box>
  );
}
