import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, ButtonBase, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

export const NotificationItem_notification = graphql(`
  fragment NotificationItem_notification on Notification {
    id
    title
    body
    link
    readAt
    createdAt
  }
`);

type NotificationItemProps = {
  notification: FragmentType<typeof NotificationItem_notification>;
  onRead: () => void;
  onFollow: () => void;
};

/** One notification; it leads to what it tells of, where there is something to see, and is read by being chosen. */
export function NotificationItem({ notification, onRead, onFollow }: NotificationItemProps) {
  const { data } = useSuspenseFragment({ fragment: NotificationItem_notification, from: notification });
  const { title, body, link, readAt, createdAt } = data;
  const choose = () => {
    if (!readAt) onRead();
    if (link) onFollow();
  };
  const way = link ? { component: Link, to: link, onClick: choose } : readAt ? {} : { component: ButtonBase, onClick: choose };
  return (
    <Box
      {...way}
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: '8px minmax(0, 1fr)',
        columnGap: 1.25,
        width: '100%',
        textAlign: 'start',
        alignItems: 'start',
        px: 1.5,
        py: 1.25,
        borderRadius: 1,
        color: 'inherit',
        textDecoration: 'none',
        '&:is(a, button):hover': { bgcolor: theme.vars.palette.surface.hover },
        '&:focus-visible': { outlineOffset: -2 },
      })}
    >
      <Box
        role={readAt ? undefined : 'img'}
        aria-label={readAt ? undefined : 'New'}
        sx={{ width: 8, height: 8, mt: 0.75, borderRadius: '50%', bgcolor: readAt ? 'transparent' : 'primary.main' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: readAt ? 400 : 600, overflowWrap: 'anywhere' }}>{title}</Typography>
        {body && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {body}
          </Typography>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={createdAt} />
        </Typography>
      </Box>
    </Box>
  );
}
