import { useFragment } from '@apollo/client/react';
import { useDraggable } from '@dnd-kit/core';
import { styled } from '@mui/material/styles';
import { CalendarDays, MessageCircle } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useSyncExternalStore } from 'react';
import { daysBetween, type LeadStage, lastContactLabel, SOURCE_LABELS, STAGE_NOTES } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';

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

type DraggableLeadProps = {
  id: string;
  stage: LeadStage;
  /** Each column is one stop of the Tab key; the arrow keys go on from there. */
  tabStop: boolean;
  onOpen: (id: string) => void;
};

/** A card that can be opened with a click or Enter, and carried with mouse, finger or keyboard. */
export function DraggableLead({ id, stage, tabStop, onOpen }: DraggableLeadProps) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id,
    data: { stage },
    attributes: { roleDescription: 'lead card' },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isDragging) onOpen(id);
    else listeners?.onKeyDown?.(event);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a card holds lines of text and is carried about, which a button element allows neither
    <div
      {...attributes}
      {...listeners}
      ref={setNodeRef}
      role="button"
      tabIndex={tabStop ? 0 : -1}
      data-lead={id}
      style={{ opacity: isDragging ? 0.5 : undefined }}
      onClick={() => onOpen(id)}
      onKeyDown={onKeyDown}
    >
      <LeadCard id={id} />
    </div>
  );
}

const SHOWN_FOR = 2_000;

type Mark = { words: string; timer: ReturnType<typeof setTimeout> };

const marks = new Map<string, Mark>();
const listeners = new Map<string, Set<() => void>>();

const tell = (id: string) => {
  for (const listener of listeners.get(id) ?? []) listener();
};

/** Lets a card say for two seconds who just touched it, such as "Maya moved this". */
export function markMover(id: string, words: string): void {
  clearTimeout(marks.get(id)?.timer);
  const timer = setTimeout(() => {
    marks.delete(id);
    tell(id);
  }, SHOWN_FOR);
  marks.set(id, { words, timer });
  tell(id);
}

function listen(id: string, listener: () => void) {
  const mine = listeners.get(id) ?? new Set();
  listeners.set(id, mine.add(listener));
  return () => {
    mine.delete(listener);
    if (mine.size === 0) listeners.delete(id);
  };
}

/** What a card has to say; each card hears only of itself, so a busy board does not render as a whole. */
function useRecentMover(id: string): string | null {
  const subscribe = useCallback((listener: () => void) => listen(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => marks.get(id)?.words ?? null);
}

const HEIGHT = 110;
const NOTE = 20;
export const CARD_GAP = 8;

/** How tall a card is in a column: all cards of a column are alike, so the virtual list never has to measure one. */
export const cardHeight = (stage: LeadStage): number => HEIGHT + (STAGE_NOTES[stage] ? NOTE : 0);

// Names of any script stand at the left, and are cut at their own end.
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'left' } as const;

// One styled element with plain ones inside: sixty of these are on the screen while someone drags.
const CardFace = styled('div', { shouldForwardProp: (name) => name !== 'stage' })<{ stage?: LeadStage }>(({ theme, stage = 'leads' }) => {
  const { palette } = theme.vars;
  const hue = palette.stage[stage];
  return {
    position: 'relative',
    boxSizing: 'border-box',
    height: cardHeight(stage),
    padding: '10px',
    borderRadius: 10,
    border: `1px solid ${palette.divider}`,
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    fontSize: 12,
    lineHeight: '16px',
    transition: 'border-color 120ms ease-out, box-shadow 120ms ease-out',
    '[role=button]:hover > &': { borderColor: palette.hairline },
    '& .name': { ...oneLine, fontSize: 13, lineHeight: '20px', fontWeight: 600, letterSpacing: '-0.006em' },
    '& .company': { ...oneLine, color: palette.text.secondary },
    '& .note': {
      ...oneLine,
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      height: NOTE - 4,
      marginTop: 4,
      fontWeight: 500,
      color: hue.ink,
    },
    '& .note::before': { content: '""', flex: 'none', width: 6, height: 6, borderRadius: 3, backgroundColor: hue.main },
    '& .worth': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4, height: 20, marginTop: 6 },
    '& strong': { ...oneLine, flex: 'none', maxWidth: '70%', fontSize: 13, fontWeight: 600 },
    '& .source': {
      ...oneLine,
      padding: '0 4px',
      borderRadius: 6,
      lineHeight: '20px',
      fontWeight: 500,
      color: palette.tone.neutral.ink,
      backgroundColor: palette.tone.neutral.surface,
    },
    '& .times': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: 8,
      marginTop: 8,
      color: palette.text.secondary,
      fontVariantNumeric: 'tabular-nums',
    },
    '& .times span': { ...oneLine, display: 'flex', alignItems: 'center', gap: 4 },
    '& .times span:last-of-type': { flex: 'none' },
    // A narrow column needs the room for the words.
    '& .times svg': { display: 'none', flex: 'none', opacity: 0.8 },
    '@container (min-width: 220px)': { '& .times svg': { display: 'block' } },
    // With six columns on a small window, where it came from is left to the opened card.
    '@container (max-width: 155px)': {
      padding: '10px 6px',
      '& .source': { display: 'none' },
      '& strong': { maxWidth: '100%' },
      '& .times': { gap: 2, fontVariantNumeric: 'normal' },
      '& .times span': { display: 'block' },
    },
    '& .news': {
      ...oneLine,
      position: 'absolute',
      top: -9,
      right: 8,
      maxWidth: 'calc(100% - 16px)',
      padding: '0 8px',
      borderRadius: 9,
      lineHeight: '18px',
      fontWeight: 500,
      color: palette.primary.contrastText,
      backgroundColor: palette.primary.main,
    },
    '&[data-news]': { borderColor: palette.primary.main },
    '&[data-lifted]': { borderColor: palette.hairline, boxShadow: 'var(--cb-floating)', cursor: 'grabbing' },
  };
});
