import { Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { customerPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/touch-target.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { sourceNote } from '../call-labels.ts';

type CallOriginProps = { createdAt: string; source: string | null; customer: { id: string; name: string } | null };

/** When a call was added, where it came from and whose it is. */
export function CallOrigin({ createdAt, source, customer }: CallOriginProps) {
  const note = sourceNote(source);
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      Added <RelativeTime at={createdAt} />
      {note && ` · ${note}`}
      {customer && (
        <>
          {' · '}
          <Link component={RouterLink} to={customerPath(customer.id)} color="inherit" sx={touchTarget}>
            {customer.name}
          </Link>
        </>
      )}
    </Typography>
  );
}
