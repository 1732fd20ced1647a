import { useMutation } from '@apollo/client/react';
import { Box, FormControl, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import { Phone } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { CustomerPicker, type PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { EmptyMetrics } from '../metrics/LiveMetrics.tsx';
import { EmptyPrompts } from '../prompts/LivePrompts.tsx';
import { CallBar, callForm, PanelLayout } from './CallPanel.tsx';
import { EmptyTranscriptBox } from './TranscriptBox.tsx';

const MINUTES = /^\d{1,3}$/;

/** The typed minutes in seconds; null if empty, undefined if invalid. */
function plannedSecondsOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return MINUTES.test(text.trim()) && Number(text) > 0 ? Number(text) * 60 : undefined;
}

type ReadyPanelProps = {
  /** A call just ended here: its button had the focus. */ autoFocus: boolean;
  onStart: (id: string) => void;
};

/** The rep's panel before a call. */
export function ReadyPanel({ autoFocus, onStart }: ReadyPanelProps) {
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const minutesId = useId();
  const [minutes, setMinutes] = useState('');
  const { start, isStarting } = useStartCall();
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (autoFocus) buttonRef.current?.focus();
  }, [autoFocus]);

  const plannedSeconds = plannedSecondsOf(minutes);
  const submit = async () => {
    if (plannedSeconds === undefined) return;
    const id = await start({ customerId: customer?.id ?? null, plannedSeconds });
    if (id) onStart(id);
  };
  return (
    <PanelLayout
      bar={
        <CallBar
          isLive={false}
          timer="0:00"
          action={
            <LoadingButton
              ref={buttonRef}
              variant="contained"
              loading={isStarting || plannedSeconds === undefined}
              onClick={() => void submit()}
              startIcon={<Phone size={16} aria-hidden />}
            >
              Start Call
            </LoadingButton>
          }
        >
          <Box sx={callForm}>
            <CustomerPicker label="Who is on the line (optional)" value={customer} onChange={setCustomer} />
            <FormControl fullWidth error={plannedSeconds === undefined}>
              <FormLabel htmlFor={minutesId}>Planned minutes (optional)</FormLabel>
              <OutlinedInput
                id={minutesId}
                size="small"
                value={minutes}
                onChange={(event) => setMinutes(event.target.value)}
                inputProps={{ inputMode: 'numeric', maxLength: 4, 'aria-describedby': `${minutesId}-below` }}
              />
              <FormHelperText id={`${minutesId}-below`} role="status" sx={{ '&:empty': { mt: 0 } }}>
                {plannedSeconds === undefined && 'Enter whole minutes, e.g. 30'}
              </FormHelperText>
            </FormControl>
          </Box>
        </CallBar>
      }
      transcript={<EmptyTranscriptBox />}
      coaching={<EmptyPrompts />}
      metrics={<EmptyMetrics />}
    />
  );
}

const StartLiveCall = graphql(`
  mutation StartLiveCall($input: StartLiveCallInput!) {
    startLiveCall(input: $input) {
      ... on LiveCall {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

type NewCall = { customerId: string | null; plannedSeconds: number | null };

/** Starts a call; returns its id, or null on failure. */
function useStartCall() {
  const [mutate, { loading }] = useMutation(StartLiveCall);
  const start = async (newCall: NewCall): Promise<string | null> => {
    const input = { ...newCall, callId: `call_${Date.now()}` };
    const call = await runMutation(mutate({ variables: { input } }), {
      done: 'Real-time coaching started',
      failed: 'Failed to start real-time analysis',
    });
    return call?.id ?? null;
  };
  return { start, isStarting: loading };
}
