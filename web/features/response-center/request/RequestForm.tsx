import { useApolloClient } from '@apollo/client/react';
import { Box, Button, FormLabel, OutlinedInput, type SxProps, type Theme, Typography } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ReplyBrief } from '#contract/assistant.ts';
import { RESPONSE_TYPES, type ResponseType } from '#contract/call.ts';
import { graphql } from '#web/gql/gql.ts';
import { type ReplyPrefill, readReplyPrefill } from '#web/lib/reply-prefill.ts';
import { Permitted } from '#web/session/session.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { Kbd, MOD_KEY } from '#web/ui/Kbd.tsx';
import { dismiss, notify } from '#web/ui/toasts/toast.ts';
import { EMPTY_REPLY, useReplyDraft } from '../reply-draft.ts';
import { RecipientPicker } from './RecipientPicker.tsx';

// The schema pulls in zod, so it loads on focus. If it fails to load, the server validates.
const loadSchema = () => import('#contract/assistant.ts').catch(() => null);

async function validateBrief(input: ReplyBrief): Promise<ReplyBrief | string> {
  const schema = await loadSchema();
  const { success, data, error } = schema?.ReplyBrief.safeParse(input) ?? { success: true, data: input };
  return success ? data : (error?.issues[0]?.message ?? 'Please enter a customer request.');
}

type RequestFormProps = {
  generating: boolean;
  onGenerate: (brief: ReplyBrief) => void;
  hasReply: boolean;
  /** Takes the reply away. */
  onClear: () => void;
};

/** The customer's message, the response type and the customer. They stay until they are cleared. */
export function RequestForm({ generating, onGenerate, hasReply, onClear }: RequestFormProps) {
  const [{ message, responseType, customer }, change] = useReplyDraft();
  const setResponseType = (type: ResponseType) => change({ responseType: type });
  const setCustomer = (picked: PickedCustomer | null) => change({ customer: picked });
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const errorToast = useRef(0);
  const dismissError = () => dismiss(errorToast.current);
  const changeMessage = (text: string) => {
    change({ message: text });
    // A missing message is the only error that typing visibly resolves.
    if (message.trim() === '' && text.trim() !== '') dismissError();
  };

  useReplyPrefill({
    onPrefill: (prefill) => {
      if (prefill.request !== undefined) changeMessage(prefill.request);
      if (prefill.responseType) setResponseType(prefill.responseType);
      if (prefill.customerId) setCustomer(null);
    },
    onCustomer: setCustomer,
  });

  const clear = () => {
    onClear();
    change(EMPTY_REPLY);
    textarea.current?.focus();
  };

  const generate = async () => {
    if (generating) return;
    const brief = await validateBrief({ customerRequest: message, responseType, customerId: customer?.id ?? null, leadId: null });
    if (typeof brief !== 'string') {
      dismissError();
      return onGenerate(brief);
    }
    errorToast.current = notify({ title: 'Error', description: brief, tone: 'error' });
    textarea.current?.focus();
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
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <FormLabel htmlFor={id}>Customer Request/Question</FormLabel>
        <OutlinedInput
          id={id}
          placeholder="Paste customer message or question here..."
          value={message}
          onChange={(event) => changeMessage(event.target.value)}
          onFocus={loadSchema}
          inputRef={textarea}
          multiline
          fullWidth
          minRows={5}
          maxRows={14}
          sx={{ px: 1.5, py: 1.25 }}
        />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'end', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' } }}>
        <ResponseTypeChoice value={responseType} onChange={setResponseType} />
        <Permitted to="customer.read">
          <RecipientPicker value={customer} onChange={setCustomer} />
        </Permitted>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <LoadingButton
          type="submit"
          variant="contained"
          loading={generating}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          startIcon={<Sparkles size={16} aria-hidden />}
        >
          {generating ? 'Generating...' : 'Generate AI Response'}
        </LoadingButton>
        <Shortcut />
        {(message !== '' || hasReply) && !generating && (
          <Button variant="text" onClick={clear} sx={{ ml: 'auto' }}>
            Clear
          </Button>
        )}
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

// The native radio button: MUI's would add much of its form code to the first screen.
const radio = { width: 18, height: 18, m: 0, outline: 'none' } as const;

type ResponseTypeChoiceProps = { value: ResponseType; onChange: (type: ResponseType) => void };

/** Sales Response or Tech Support. */
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

/** The keyboard shortcut, hidden on touch devices. */
function Shortcut() {
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: 0.5, '@media (pointer: coarse)': { display: 'none' } }}>
      <Kbd>{MOD_KEY}</Kbd>
      <Kbd>Enter</Kbd>
    </Box>
  );
}

export const RecipientDocument = graphql(`
  query ReplyRecipient($id: ID!) {
    customer(id: $id) {
      id
      name
      email
      phone
      company
    }
  }
`);

type PrefillHandlers = {
  /** Called immediately. */
  onPrefill: (prefill: ReplyPrefill) => void;
  /** Called once the customer of the prefill is loaded. */
  onCustomer: (customer: PickedCustomer) => void;
};

/** Applies the prefill that another screen passed in the navigation state, once: it is cleared, so a reload does not repeat it. */
function useReplyPrefill({ onPrefill, onCustomer }: PrefillHandlers): void {
  const client = useApolloClient();
  const { state } = useLocation();
  const navigate = useNavigate();

  const applyPrefill = useEffectEvent(async (prefill: ReplyPrefill) => {
    onPrefill(prefill);
    if (!prefill.customerId) return;
    // If the customer was deleted or fails to load, the field stays empty.
    const result = await client.query({ query: RecipientDocument, variables: { id: prefill.customerId } }).catch(() => null);
    if (result?.data?.customer) onCustomer(result.data.customer);
  });

  useEffect(() => {
    const prefill = readReplyPrefill(state);
    if (!prefill) return;
    void applyPrefill(prefill);
    navigate('.', { replace: true, state: null });
  }, [state, navigate]);
}
