import { Box, ButtonBase, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Priority } from '#contract/call.ts';
import type { LeadStage } from '#contract/lead.ts';
import type { Tone } from '#web/theme/theme.ts';

type BadgeProps = {
  children: ReactNode /** The hue of a pipeline stage; wins over `tone`. */;
  stage?: LeadStage;
  tone?: Tone;
  icon?: ReactNode;
};

/** A few quiet words on a tinted ground: a type, a state, a count. */
export function Badge({ children, stage, tone = 'neutral', icon }: BadgeProps) {
  return (
    <Box
      component="span"
      sx={(theme) => {
        const hue = stage ? theme.vars.palette.stage[stage] : theme.vars.palette.tone[tone];
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          maxWidth: '100%',
          minHeight: 20,
          px: 0.75,
          borderRadius: '6px',
          fontSize: 12,
          fontWeight: 500,
          lineHeight: '20px',
          fontVariantNumeric: 'tabular-nums',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: hue.ink,
          bgcolor: hue.surface,
        };
      }}
    >
      {icon}
      {children}
    </Box>
  );
}

const PRIORITY_TONES = { high: 'error', medium: 'warning', low: 'neutral' } as const satisfies Record<Priority, Tone>;

/** Names of the priorities, the most urgent first. */
export const PRIORITY_LABELS = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Priority, string>;

/** How urgent something is. */
export const PriorityBadge = ({ priority }: { priority: Priority }) => (
  <Badge tone={PRIORITY_TONES[priority]}>{PRIORITY_LABELS[priority]}</Badge>
);

const OFFLINE_HINT = 'Written on your own server from your message and training data. No external AI model was used.';

type EngineBadgeProps = {
  engine: string;
  /** Why the offline assistant took the model's place; null or left out where nothing failed. */
  fallbackReason?: string | null;
};

/** The engine that wrote a text: the model's name, or the offline assistant with a tooltip that explains it. */
export function EngineBadge({ engine, fallbackReason = null }: EngineBadgeProps) {
  if (engine !== 'offline') return <Badge>{engine}</Badge>;
  return (
    <Tooltip title={fallbackReason ?? OFFLINE_HINT} describeChild>
      <ButtonBase disableRipple sx={{ borderRadius: '6px', cursor: 'help', '@media (pointer: coarse)': { minHeight: 40 } }}>
        <Badge tone={fallbackReason === null ? 'neutral' : 'warning'}>Offline assistant</Badge>
      </ButtonBase>
    </Tooltip>
  );
}

/** Says that the model failed and the text is the offline assistant's; nothing where it did not. */
export const FallbackNote = ({ reason }: { reason: string | null }) =>
  reason !== null && (
    <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
      {`${reason} The offline assistant did this instead.`}
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
export function OrderStatus({ status }: { status: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', minWidth: 0, textTransform: 'capitalize' }}>
      <Badge tone={ORDER_TONES.get(status) ?? 'neutral'}>{status.replaceAll('_', ' ')}</Badge>
    </Box>
  );
}
