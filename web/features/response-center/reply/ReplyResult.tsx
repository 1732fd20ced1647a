import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyResult_ReplyFragment } from '#web/gql/graphql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { inset } from '../inset.ts';
import { ReplyActions } from './ReplyActions.tsx';
import { ReplyBody } from './ReplyBody.tsx';
import { ReplyCitation } from './ReplyCitation.tsx';
import { ReplyFacts } from './ReplyFacts.tsx';
import { ReplySection } from './ReplySection.tsx';

const ReplyResult_reply = graphql(`
  fragment ReplyResult_reply on AiResponse {
    id
    response
    keyPoints
    citations {
      id
      ...ReplyCitation_item
    }
    ...ReplyFacts_reply
  }
`);

type ReplyResultProps = {
  reply: FragmentType<ReplyResult_ReplyFragment>;
  /** The text as it stands on the screen, edited or not. */
  text: string;
  onEdit: (text: string) => void;
};

/** A finished reply: its text, how sure the assistant is, and what it stands on. */
export function ReplyResult({ reply, text, onEdit }: ReplyResultProps) {
  const { data } = useSuspenseFragment({ fragment: ReplyResult_reply, fragmentName: 'ReplyResult_reply', from: reply });
  return (
    <Box sx={[inset, { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, bgcolor: 'background.paper' }]}>
      <ReplyBody original={data.response} text={text} onChange={onEdit} />
      <ReplyFacts reply={data} />
      {data.keyPoints.length > 0 && (
        <ReplySection title="Key Points">
          {[...new Set(data.keyPoints)].map((point) => (
            <Box component="li" key={point} sx={{ minWidth: 0, '& > span': { whiteSpace: 'normal' } }}>
              <Badge>{point}</Badge>
            </Box>
          ))}
        </ReplySection>
      )}
      {data.citations.length > 0 && (
        <ReplySection title="Based on your training data">
          {data.citations.map((item) => (
            <ReplyCitation key={item.id} item={item} />
          ))}
        </ReplySection>
      )}
      <ReplyActions id={data.id} text={text} />
    </Box>
  );
}
