import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { callPath, customerPath } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { Elapsed } from '../data/Elapsed.tsx';
import { Indicator } from '../data/Indicator.tsx';
import type { LiveCall } from '../data/use-live-call.ts';

/** LIVE, as long as what is read is. The screen's own sign of that is behind the drawer. */
function InTouch() {
  const state = useConnectionState();
  return <span role="status">{state === 'live' ? <Indicator isLive /> : <Badge tone="warning">{OUT_OF_TOUCH[state]}</Badge>}</span>;
}

const OUT_OF_TOUCH = { 'catching up': 'Catching up', offline: 'Offline' } as const;

/** Whose call it is, with whom, and for how long; once it is over, where it went. */
export function ReaderHead({ call, titleId }: { call: LiveCall; titleId: string }) {
  const { rep, customer, callerPhone, status, transcription, turns } = call;
  const name = rep?.displayName ?? 'Somebody who left';
  const isRunning = status === 'active';
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minWidth: 0 }}>
        <Avatar name={name} image={rep?.profileImageUrl} size={32} />
        <Box sx={{ minWidth: 0, maxWidth: 'calc(100% - 44px)' }}>
          <Typography variant="h6" component="h2" id={titleId} noWrap>
            {name}
          </Typography>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
            {customer ? (
              <Link component={RouterLink} to={customerPath(customer.id)} color="inherit">
                {customer.name}
              </Link>
            ) : (
              (callerPhone ?? 'Unknown caller')
            )}
          </Typography>
        </Box>
        {isRunning ? <InTouch /> : <Badge>Ended</Badge>}
        <Typography variant="h6" component="p" className="tabular" role="timer" aria-label="Duration">
          <Elapsed call={call} />
        </Typography>
      </Box>
      <Box role="status">
        {!isRunning && (
          <Typography sx={{ mt: 1 }}>
            This call has ended.{' '}
            {transcription && (
              <Link component={RouterLink} to={callPath(transcription.id)}>
                View stored call
              </Link>
            )}
            {!transcription && (turns.length > 0 ? 'It is being stored...' : 'Nothing was said in it.')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
