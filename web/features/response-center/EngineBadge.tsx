import { ButtonBase, Tooltip } from '@mui/material';
import { Badge } from '#web/ui/Badge.tsx';

const OFFLINE = 'Written on your own server from the message and your training data. No outside AI model was asked.';

/** Who wrote a reply: the model's name, or the offline assistant with a word on what that is. */
export function EngineBadge({ engine }: { engine: string }) {
  if (engine !== 'offline') return <Badge>{engine}</Badge>;
  return (
    <Tooltip title={OFFLINE} describeChild>
      <ButtonBase disableRipple sx={{ borderRadius: '6px', cursor: 'help' }}>
        <Badge>Offline assistant</Badge>
      </ButtonBase>
    </Tooltip>
  );
}
