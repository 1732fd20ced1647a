import { useApolloClient } from '@apollo/client/react';
import { Box, OutlinedInput, type SxProps, type Theme, Typography } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ReplyBrief } from '#contract/assistant.ts';
import { RESPONSE_TYPES, type ResponseType } from '#contract/call.ts';
import { graphql } from '#web/gql/gql.ts';
import { MOD_KEY } from '#web/lib/format/mod-key.ts';
import { type ReplyPrefill, readReplyPrefill } from '#web/lib/reply-prefill.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';
import { dismiss, notify } from '#web/ui/toasts/toast.ts';
import { RecipientPicker } from './RecipientPicker.tsx';

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

const LABELS = { sales: 'Sales Response', support: 'Tech Support' } as const satisfies Record<ResponseType, string>;

const choice: SxProps<Theme> = (theme) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: 1.5,
  minHeight: 36,
  '@media (pointer: coarse)': { minHeight: 40 },
  flex: '1 0 auto',
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
  bgcolor: 'surface.field',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: theme.transitions.create(['background-color', 'border-color']),
  '&:hover': { bgcolor: 'surface.hover' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'surface.selected' },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
});

// The browser's own radio button: MUI's would bring a good part of its form controls to the first screen.
const radio = { width: 18, height: 18, m: 0, outline: 'none' } as const;

type ResponseTypeChoiceProps = { value: ResponseType; onChange: (type: ResponseType) => void };

/** As whom to answer: a salesperson, or support. */
function ResponseTypeChoice({ value, onChange }: ResponseTypeChoiceProps) {
  const id = useId();
  return (
    <Box role="radiogroup" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="p" sx={{ mb: 0.5 }}>
        Response type
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {RESPONSE_TYPES.map((type) => (
          <Box component="label" key={type} sx={choice}>
            <Box
              component="input"
              type="radio"
              name={id}
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
              sx={(theme) => ({ ...radio, accentColor: theme.vars.palette.primary.main })}
            />
            {LABELS[type]}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const key = {
  minWidth: 20,
  px: 0.625,
  border: 1,
  borderColor: 'divider',
  borderRadius: '5px',
  bgcolor: 'surface.raised',
  color: 'text.secondary',
  font: 'inherit',
  textAlign: 'center',
} as const;

/** The keys that generate, as a quiet hint; of no use where there is no keyboard. */
function Shortcut() {
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', gap: 0.5, typography: 'caption', lineHeight: '18px', '@media (pointer: coarse)': { display: 'none' } }}
    >
      <Box component="kbd" sx={key}>
        {MOD_KEY}
      </Box>
      <Box component="kbd" sx={key}>
        Enter
      </Box>
    </Box>
  );
}

export const RecipientById = graphql(`
  query RecipientById($id: ID!) {
    customer(id: $id) {
      id
      name
      email
      phone
      company
    }
  }
`);

type Take = {
  /** What was handed over, at once. */
  given: (given: ReplyPrefill) => void;
  /** The customer who was meant, as soon as they are known. */
  customer: (customer: PickedCustomer) => void;
};

/** Takes what another screen handed over for a reply, once: a reload does not bring it back. */
function useReplyPrefill(take: Take): void {
  const client = useApolloClient();
  const { state } = useLocation();
  const navigate = useNavigate();

  const onGiven = useEffectEvent(async (given: ReplyPrefill) => {
    take.given(given);
    if (!given.customerId) return;
    // A customer who is gone, or cannot be loaded, is picked by hand.
    const answer = await client.query({ query: RecipientById, variables: { id: given.customerId } }).catch(() => null);
    if (answer?.data?.customer) take.customer(answer.data.customer);
  });

  useEffect(() => {
    const given = readReplyPrefill(state);
    if (!given) return;
    void onGiven(given);
    navigate('.', { replace: true, state: null });
  }, [state, navigate]);
}
