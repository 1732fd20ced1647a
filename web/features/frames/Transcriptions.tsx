import { useSuspenseQuery } from '@apollo/client/react';
import { AudioLines } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { graphql } from '#web/gql/gql.ts';
import { minutesAndSeconds } from '#web/lib/duration.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Row, Rows } from './Rows.tsx';

const TranscriptionsDocument = graphql(`
  query Transcriptions {
    transcriptions(first: 100) {
      nodes {
        id
        title
        summary
        content
        duration
        type
        callValue
        createdAt
      }
    }
  }
`);

const holds = (words: string, ...texts: (string | null)[]) => texts.some((text) => text?.toLowerCase().includes(words.toLowerCase()));

/** The calls on record, newest first; the words in the address narrow them. */
export function Transcriptions() {
  const { transcriptions } = useSuspenseQuery(TranscriptionsDocument).data;
  const words = useSearchParams()[0].get('search') ?? '';
  const calls = transcriptions.nodes.filter(({ title, summary, content }) => holds(words, title, summary, content));

  return (
    <PageFrame title="Call Transcriptions" hint={words ? `Calls that mention “${words}”` : 'Calls on record and what they were about'}>
      <Panel flush>
        {calls.length === 0 && (
          <EmptyState
            icon={<AudioLines size={18} />}
            title="No transcriptions found"
            hint={words && 'No transcriptions match your search criteria.'}
          />
        )}
        <Rows label="Transcriptions">
          {calls.map(({ id, title, summary, duration, type, callValue, createdAt }) => (
            <Row
              key={id}
              title={title || `Call ${id.slice(-6)}`}
              badge={<Badge tone={type === 'support' ? 'info' : 'brand'}>{type}</Badge>}
              detail={summary}
              figure={<MoneyText value={callValue} />}
              aside={
                <>
                  {duration !== null && `${minutesAndSeconds(duration)} · `}Added <RelativeTime at={createdAt} />
                </>
              }
            />
          ))}
        </Rows>
      </Panel>
    </PageFrame>
  );
}
