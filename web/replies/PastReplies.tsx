import { useQuery } from '@apollo/client/react';
import { Box, Button, Chip, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy, MessageSquareText } from 'lucide-react';
import { useId, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { PastRepliesQuery } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useDebounced } from '#web/lib/use-throttled.ts';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

const PastRepliesDocument = graphql(`
  query PastReplies($first: Int, $after: String, $where: AiResponseWhere) {
    aiResponses(first: $first, after: $after, where: $where) {
      nodes {
        id
        customerRequest
        response
        sentText
        used
        createdAt
        customer {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type Reply = PastRepliesQuery['aiResponses']['nodes'][number];

const PAGE_SIZE = 20;
const DEBOUNCE_MS = 250;

type PastRepliesProps = { /** Only those to this customer. */ customerId?: string; onClose: () => void };

/** The stored replies that the viewer may see, newest first, with a search in messages and replies. */
export function PastReplies({ customerId, onClose }: PastRepliesProps) {
  const titleId = useId();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), DEBOUNCE_MS);
  const contains = { contains: search };
  const where = {
    ...(customerId !== undefined && { customerId: { eq: customerId } }),
    ...(search !== '' && { or: [{ customerRequest: contains }, { response: contains }, { sentText: contains }] }),
  };
  const { data, previousData, error, refetch, fetchMore } = useQuery(PastRepliesDocument, {
    variables: { first: PAGE_SIZE, where },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.aiResponses;
  const more = () => fetchMore({ variables: { after: page?.pageInfo.endCursor } });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Past Replies</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', minHeight: 320 }}>
        <SearchField label="Search past replies" placeholder="Search messages and replies..." value={text} onChange={setText} />
        {!page && error && <ErrorPanel error={error} onRetry={() => void refetch().catch(() => undefined)} />}
        {!page && !error && <DetailSkeleton label="Loading replies" blocks={[96, 96, 96]} />}
        {page?.nodes.length === 0 && (
          <EmptyState
            icon={<MessageSquareText size={18} />}
            title="No replies found"
            hint={search ? 'No messages or replies match your search.' : 'Replies that are generated are listed here.'}
          />
        )}
        {page && page.nodes.length > 0 && (
          <Box>
            <Box component="ul" aria-label="Past replies" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
              {page.nodes.map((reply) => (
                <ReplyRow key={reply.id} reply={reply} />
              ))}
            </Box>
            <LoadMore hasMore={page.pageInfo.hasNextPage} onMore={more} />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const whole = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
const clamp = (lines: number) =>
  ({ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden', overflowWrap: 'anywhere' }) as const;

/** A message and the reply to it, as it was sent. */
function ReplyRow({ reply: { customerRequest, response, sentText, used, createdAt, customer } }: { reply: Reply }) {
  const [open, setOpen] = useState(false);
  const text = sentText ?? response;
  const copy = () =>
    copyText(text).then(
      () => notify({ title: 'Success', description: 'Response copied to clipboard.', tone: 'success' }),
      () => notify({ title: 'Error', description: 'Failed to copy response.', tone: 'error' }),
    );
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: '10px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {customer && <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{customer.name}</Typography>}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={createdAt} />
        </Typography>
        {used && <Chip color="success" label="Used" />}
      </Box>
      <Typography variant="body2" sx={[{ color: 'text.secondary' }, open ? whole : clamp(2)]}>
        {customerRequest}
      </Typography>
      <Typography sx={open ? whole : clamp(3)}>{text}</Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" variant="text" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </Button>
        <Button size="small" variant="text" startIcon={<Copy size={14} aria-hidden />} onClick={copy}>
          Copy
        </Button>
      </Box>
    </Box>
  );
}
