import { useFragment } from '@apollo/client/react';
import { CalendarDays, MessageCircle } from 'lucide-react';
import { memo } from 'react';
import { daysBetween, lastContactLabel, SOURCE_LABELS, STAGE_NOTES } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { CardFace } from './card.styles.ts';
import { useRecentMover } from './recent-movers.ts';

const LeadCard_lead = graphql(`
  fragment LeadCard_lead on Lead {
    id
    name
    company
    source
    value
    stage
    createdAt
    lastContactAt
  }
`);

/** The face of a lead on the board. It takes an id, which never changes, so a card renders only when its own lead does. */
export const LeadCard = memo(function LeadCard({ id, lifted = false }: { id: string; lifted?: boolean }) {
  const { data: lead, complete } = useFragment({ fragment: LeadCard_lead, from: { __typename: 'Lead', id } });
  const now = new Date(useNow());
  const news = useRecentMover(id);
  if (!complete) return <CardFace />;

  const note = STAGE_NOTES[lead.stage];
  const days = daysBetween(new Date(lead.createdAt), now);
  return (
    <CardFace stage={lead.stage} data-lifted={lifted || undefined} data-news={news ? '' : undefined}>
      <div className="name" dir="auto">
        {lead.name}
      </div>
      <div className="company" dir="auto">
        {lead.company || 'No company'}
      </div>
      {note && <div className="note">{note}</div>}
      <div className="worth">
        <strong>{lead.value === null ? 'No value' : <MoneyText value={lead.value} whole={lead.value?.endsWith('.00')} />}</strong>
        <span className="source">{SOURCE_LABELS[lead.source]}</span>
      </div>
      <div className="times">
        <span title={lead.lastContactAt ? `Last contact ${exactTime(lead.lastContactAt)}` : undefined}>
          <MessageCircle size={12} aria-hidden />
          {lead.lastContactAt ? lastContactLabel(new Date(lead.lastContactAt), now) : 'No contact'}
        </span>
        <span title={`Added ${exactTime(lead.createdAt)}`}>
          <CalendarDays size={12} aria-hidden />
          {days === 1 ? '1 day' : `${days} days`}
        </span>
      </div>
      {news && <div className="news">{news}</div>}
    </CardFace>
  );
});
