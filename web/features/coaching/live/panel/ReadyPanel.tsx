import { Box, FormControl, FormHelperText, OutlinedInput } from '@mui/material';
import { Phone } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { CustomerPicker, type PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';
import { NoMetrics } from '../metrics/LiveMetrics.tsx';
import { NoPrompts } from '../prompts/LivePrompts.tsx';
import { aboutCall, CallBar } from './CallBar.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { NoTranscript } from './TranscriptBox.tsx';
import { useStartCall } from './use-start-call.ts';

const MINUTES = /^\d{1,3}$/;

/** The length of a call as it is typed, in seconds; null where it is left open, undefined where it is no number of minutes. */
function plannedSecondsOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  return MINUTES.test(typed.trim()) && Number(typed) > 0 ? Number(typed) * 60 : undefined;
}

type ReadyPanelProps = {
  /** A call was ended here just now: the keyboard goes on where it was. */ takesFocus: boolean;
  onStart: (id: string) => void;
};

/** The rep's panel before a call. */
export function ReadyPanel({ takesFocus, onStart }: ReadyPanelProps) {
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const minutesId = useId();
  const [minutes, setMinutes] = useState('');
  const { start, isStarting } = useStartCall();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);

  const plannedSeconds = plannedSecondsOf(minutes);
  const begin = async () => {
    if (plannedSeconds === undefined) return;
    const id = await start({ customerId: customer?.id ?? null, plannedSeconds });
    if (id) onStart(id);
  };
  return (
    <PanelFrame
      bar={
        <CallBar
          isLive={false}
          timer="0:00"
          action={
            <LoadingButton
              ref={button}
              variant="contained"
              loading={isStarting || plannedSeconds === undefined}
              onClick={() => void begin()}
              startIcon={<Phone size={16} aria-hidden />}
            >
              Start Call
            </LoadingButton>
          }
        >
          <Box sx={aboutCall}>
            <CustomerPicker label="Who is on the line (optional)" value={customer} onChange={setCustomer} />
            <FormControl fullWidth error={plannedSeconds === undefined}>
              <FieldLabel htmlFor={minutesId}>Planned minutes (optional)</FieldLabel>
              <OutlinedInput
                id={minutesId}
                size="small"
                value={minutes}
                onChange={(event) => setMinutes(event.target.value)}
                inputProps={{ inputMode: 'numeric', maxLength: 4, 'aria-describedby': `${minutesId}-below` }}
              />
              <FormHelperText id={`${minutesId}-below`} role="status" sx={{ '&:empty': { mt: 0 } }}>
                {plannedSeconds === undefined && 'Minutes, such as 30'}
              </FormHelperText>
            </FormControl>
          </Box>
        </CallBar>
      }
      words={<NoTranscript />}
      coaching={<NoPrompts />}
      figures={<NoMetrics />}
    />
  );
}
