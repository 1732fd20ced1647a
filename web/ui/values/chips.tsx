import { ButtonBase, Chip, Typography } from '@mui/material';
import type { Priority } from '#contract/call.ts';
import type { Tone } from '#web/theme/theme.ts';
import { Tooltip } from '../Tooltip.tsx';

const PRIORITY_TONES = { high: 'error', medium: 'warning', low: 'neutral' } as const satisfies Record<Priority, Tone>;

/** Names of the priorities, the most urgent first. */
export const PRIORITY_LABELS = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Priority, string>;

/** How urgent something is. */
export const PriorityChip = ({ priority }: { priority: Priority }) => (
  <Chip color={PRIORITY_TONES[priority]} label={PRIORITY_LABELS[priority]} />
);

const OFFLINE_HINT = 'Written on your own server from your message and training data. No external AI model was used.';

type EngineChipProps = {
  engine: string;
  /** Why the offline assistant took the model's place; null or left out where nothing failed. */
  fallbackReason?: string | null;
};

/** The engine that wrote a text: the model's name, or the offline assistant with a tooltip that explains it. */
export function EngineChip({ engine, fallbackReason = null }: EngineChipProps) {
  if (engine !== 'offline') return <Chip label={engine} />;
  return (
    <Tooltip title={fallbackReason ?? OFFLINE_HINT} describeChild>
      <ButtonBase disableRipple sx={{ borderRadius: '6px', cursor: 'help', '@media (pointer: coarse)': { minHeight: 40 } }}>
        <Chip color={fallbackReason === null ? 'neutral' : 'warning'} label="Offline assistant" />
      </ButtonBase>
    </Tooltip>
  );
}

type FallbackNoteProps = { reason: string | null; what: 'reply' | 'draft' | 'analysis' | 'coaching' };

/** Says why the model failed and that the text is the offline assistant's; nothing where it did not. */
export const FallbackNote = ({ reason, what }: FallbackNoteProps) =>
  reason !== null && (
    <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
      {`The model did not answer (${reason.replace(/\.$/, '')}). This is the offline assistant’s ${what}.`}
    </Typography>
  );

// The colours of the specification; other states are grey.
const ORDER_TONES = new Map<string, Tone>([
  ['paid', 'success'],
  ['delivered', 'success'],
  ['pending', 'warning'],
  ['shipped', 'info'],
  ['cancelled', 'error'],
]);

/** The status of an order: paid, partially shipped. */
export const OrderStatus = ({ status }: { status: string }) => (
  <Chip color={ORDER_TONES.get(status) ?? 'neutral'} label={status.replaceAll('_', ' ')} sx={{ textTransform: 'capitalize' }} />
);
