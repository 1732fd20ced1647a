import { Box, Tooltip, Typography } from '@mui/material';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { type CallMatch, firstMatch, highlightedText } from '../search-highlights.ts';

/** How many tags a card shows. */
const SHOWN = 5;

/** The tags of a call; the rest of many as a number. */
export function CallTags({ tags, matches }: { tags: readonly string[]; matches: readonly CallMatch[] }) {
  if (tags.length === 0) return null;
  const { tag: found } = highlightedText(matches);
  const ordered = firstMatch(tags, matches);
  const more = ordered.slice(SHOWN);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {ordered.slice(0, SHOWN).map((tag) => (
        <Badge key={tag}>
          <Highlighted parts={found(tag)} />
        </Badge>
      ))}
      {more.length > 0 && (
        <Tooltip title={more.join(', ')}>
          <Typography variant="caption" sx={{ color: 'text.secondary', lineHeight: '20px' }}>
            +{more.length} more
          </Typography>
        </Tooltip>
      )}
    </Box>
  );
}
