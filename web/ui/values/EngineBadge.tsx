import { ButtonBase, Tooltip } from '@mui/material';
import { Badge } from './Badge.tsx';

const OFFLINE = 'Written on your own server from your message and training data. No external AI model was used.';

/** Who wrote a text: the model's name, or the offline assistant with a word on what that is. */
export function EngineBadge({ engine }: { engine: string }) {
  if (engine !== 'offline') return <Badge>{engine}</Badge>;
  return (
    <Tooltip title={OFFLINE} describeChild>
      <ButtonBase disableRipple sx={{ borderRadius: '6px', cursor: 'help', '@media (pointer: coarse)': { minHeight: 40 } }}>
        <Badge>Offline assistant</Badge>
      </ButtonBase>
    </Tooltip>
  );
}
