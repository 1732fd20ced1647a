import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { Check } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyFacts_ReplyFragment } from '#web/gql/graphql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { EngineBadge } from '#web/ui/values/EngineBadge.tsx';

const ReplyFacts_reply = graphql(`
  fragment ReplyFacts_reply on AiResponse {
    id
    confidence
    engine
    used
  }
`);

/** How sure the assistant is, who answered, and whether someone has used it. */
export function ReplyFacts({ reply }: { reply: FragmentType<ReplyFacts_ReplyFragment> }) {
  const { data } = useSuspenseFragment({ fragment: ReplyFacts_reply, from: reply });
  const percent = Math.round(data.confidence * 100);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
      <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {`Confidence: ${percent}%`}
      </Typography>
      <Box aria-hidden sx={{ width: 72, height: 4, borderRadius: 2, bgcolor: 'divider', overflow: 'hidden' }}>
        <Box sx={{ width: `${percent}%`, height: '100%', bgcolor: 'tone.neutral.main' }} />
      </Box>
      <EngineBadge engine={data.engine} />
      {data.used && (
        <Badge tone="success" icon={<Check size={12} aria-hidden />}>
          Used
        </Badge>
      )}
    </Box>
  );
}
