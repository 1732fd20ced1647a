import { Badge } from '#web/ui/values/Badge.tsx';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Active stands out; anything else is quiet. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={status === 'active' ? 'brand' : 'neutral'}>{capitalised(status)}</Badge>
);
