import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useQuery } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

type RowView = { id: string; title: string; to?: string; detail?: ReactNode; figure?: ReactNode; at: string };

/** A paginated list of rows, each with a link to its record. */
export function RowList<Data>({ pages, rowsOf }: { pages: RowPages<Data>; rowsOf: (data: Data) => readonly RowView[] }) {
  const { data, error, retry, hasMore, more } = pages;
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (data === undefined) return <ListSkeleton label="Loading items" rows={8} height={62} />;
  const rows = rowsOf(data);
  if (rows.length === 0) return <EmptyState title="Nothing to show" />;
  return (
    <>
      <Box component="ul" aria-label="Items" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </Box>
      <LoadMore hasMore={hasMore} onMore={more} />
    </>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  py: 1,
  minHeight: 56,
  '&:not(:first-of-type)': { borderTop: '1px solid', borderColor: 'divider' },
} as const;

function Row({ row: { title, to, detail, figure, at } }: { row: RowView }) {
  return (
    <Box component="li" sx={line}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {to ? (
            <Link component={RouterLink} to={to} color="inherit">
              {title}
            </Link>
          ) : (
            title
          )}
        </Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {detail}
        </Typography>
      </Box>
      <Box sx={{ flexShrink: 0, textAlign: 'right' }}>
        {figure && <Typography sx={{ fontWeight: 500 }}>{figure}</Typography>}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={at} />
        </Typography>
      </Box>
    </Box>
  );
}

type PageInfo = { hasNextPage: boolean; endCursor: string | null };

type RowPages<Data> = {
  data: Data | undefined;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  more: () => Promise<unknown>;
};

/** The rows target a number, page after page. */
export function useRowPages<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: OperationVariables,
  pageInfoOf: (data: MaybeMasked<Data>) => PageInfo,
): RowPages<MaybeMasked<Data>> {
  const { data, error, refetch, fetchMore } = useQuery<Data, OperationVariables>(query, {
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const last = data ? pageInfoOf(data) : null;
  return {
    data,
    error: data ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
    hasMore: last?.hasNextPage ?? false,
    more: () => fetchMore({ variables: { after: last?.endCursor } }),
  };
}
