import { Box } from '@mui/material';
import { sharesText, TALK_SHARE_WARNING } from '../metrics/live-metrics.ts';

/** How much of the talking is the rep's: their part from the left, the customer's the rest. */
export function TalkShareBar({ share }: { share: number | null }) {
  const percent = share === null ? 0 : Math.round(share * 100);
  return (
    <Box
      role="img"
      aria-label={share === null ? 'Talk share not known yet' : `Talk share, rep to customer: ${sharesText(share)}`}
      sx={(theme) => ({ height: 6, borderRadius: '3px', overflow: 'hidden', bgcolor: theme.vars.palette.surface.hover })}
    >
      <Box
        sx={(theme) => ({
          height: '100%',
          width: `${percent}%`,
          borderRadius: '3px',
          bgcolor: theme.vars.palette.tone[share !== null && share > TALK_SHARE_WARNING ? 'warning' : 'neutral'].main,
          transition: 'width 180ms ease-out',
        })}
      />
    </Box>
  );
}
