import type { Priority } from '#contract/call.ts';
import type { Tone } from '#web/theme/theme.ts';
import { Badge } from './Badge.tsx';

const TONES = { high: 'error', medium: 'warning', low: 'neutral' } as const satisfies Record<Priority, Tone>;

/** Names of the priorities, the most urgent first. */
export const PRIORITY_LABELS = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Priority, string>;

/** How urgent something is. */
export const PriorityBadge = ({ priority }: { priority: Priority }) => <Badge tone={TONES[priority]}>{PRIORITY_LABELS[priority]}</Badge>;
