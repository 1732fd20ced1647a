import { useFragment } from '@apollo/client/react';
import { useDraggable } from '@dnd-kit/core';
import { styled } from '@mui/material/styles';
import { CalendarDays, MessageCircle } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useSyncExternalStore } from 'react';
import { type LeadStage, lastContactLabel, SOURCE_LABELS, STAGE_NOTES } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { initials } from '#web/lib/format/text.ts';
import { calendarDays, exactTime } from '#web/lib/format/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useMay } from '#web/session/session.tsx';
import { dueOf } from '#web/tasks/due.ts';
import { visuallyHidden } from '#web/ui/styles.ts';
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
    nextStepDueBy
    nextStep {
      id
      title
      dueOn
      dueAt
    }
    owner {
      id
      displayName
    }
  }
`);

/** A lead on the board. It takes only the id, so a card renders only when its own lead changes. */
export const LeadCard = memo(function LeadCard({ id, dragging = false }: { id: string; dragging?: boolean }) {
  const { data: lead, complete } = useFragment({ fragment: LeadCard_lead, from: { __typename: 'Lead', id } });
  const now = useNow();
  const recentChange = useRecentChange(id);
  if (!complete) return <CardSurface />;

  const note = STAGE_NOTES[lead.stage];
  const step = lead.nextStepDueBy ? nextStepOf(lead.nextStep, lead.nextStepDueBy, new Date(now)) : null;
  const days = calendarDays(lead.createdAt, now);
  return (
    <CardSurface
      stage={lead.stage}
      data-owned={lead.owner ? '' : undefined}
      data-dragging={dragging || undefined}
      data-recent={recentChange ? '' : undefined}
    >
      <div className="name" dir="auto">
        {lead.name}
      </div>
      <div className="company" dir="auto">
        {lead.company || 'No company'}
      </div>
      {note && <div className="note">{note}</div>}
      <div className="value">
        <strong>{lead.value === null ? 'No value' : <MoneyText value={lead.value} withoutCents={lead.value?.endsWith('.00')} />}</strong>
        <span className="source">{SOURCE_LABELS[lead.source]}</span>
      </div>
      <div className="dates">
        <span title={lead.lastContactAt ? `Last contact ${exactTime(lead.lastContactAt)}` : undefined}>
          <MessageCircle size={12} aria-hidden />
          {lead.lastContactAt && <i>{`Last contact ${exactTime(lead.lastContactAt)}, `}</i>}
          {lead.lastContactAt ? lastContactLabel(calendarDays(lead.lastContactAt, now)) : 'No contact'}
        </span>
        <span title={`Added ${exactTime(lead.createdAt)}`}>
          <CalendarDays size={12} aria-hidden />
          <i>{`Added ${exactTime(lead.createdAt)}, `}</i>
          {days === 1 ? '1 day' : `${days} days`}
        </span>
      </div>
      {lead.stage !== 'won' && (
        <div className="next-step" data-overdue={step?.isOverdue ? '' : undefined} title={step?.label}>
          {step?.label ?? 'No next step'}
        </div>
      )}
      {lead.owner && (
        <span className="owner" role="img" aria-label={`Owner ${lead.owner.displayName}`} title={`Owner: ${lead.owner.displayName}`}>
          {initials(lead.owner.displayName)}
        </span>
      )}
      {recentChange && <div className="recent-change">{recentChange}</div>}
    </CardSurface>
  );
});

type NextStep = { title: string; dueOn: string | null; dueAt: string | null };

/** The next step in a line, as in "Tomorrow: Send the quote"; that of a colleague whose tasks one may not read has no title. */
function nextStepOf(step: NextStep | null, dueBy: string, now: Date): { label: string; isOverdue: boolean } {
  const due = dueOf(step ?? { dueOn: null, dueAt: dueBy }, now);
  return { label: `${due.label}: ${step?.title ?? 'a colleague’s task'}`, isOverdue: due.isOverdue };
}

type DraggableLeadProps = {
  id: string;
  stage: LeadStage;
  /** Each column is a single tab stop (roving tabindex); the arrow keys move between cards. */
  tabStop: boolean;
  onOpen: (id: string) => void;
};

/** A card that opens on click or Enter and can be dragged with mouse, touch or keyboard. */
export const DraggableLead = memo(function DraggableLead({ id, stage, tabStop, onOpen }: DraggableLeadProps) {
  const mayMove = useMay('lead.change');
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id,
    disabled: !mayMove,
    data: { stage },
    attributes: { roleDescription: 'lead card' },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isDragging) onOpen(id);
    else listeners?.onKeyDown?.(event);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a card holds several lines of text and can be dragged, and a button element allows neither
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
});

const SHOWN_FOR_MS = 2_000;

type RecentChange = { label: string; timer: ReturnType<typeof setTimeout> };

const recentChanges = new Map<string, RecentChange>();
const listeners = new Map<string, Set<() => void>>();

const notifyListeners = (id: string) => {
  for (const listener of listeners.get(id) ?? []) listener();
};

/** Shows on a card for two seconds who has just changed it, such as "Maya moved this". */
export function showRecentChange(id: string, label: string): void {
  clearTimeout(recentChanges.get(id)?.timer);
  const timer = setTimeout(() => {
    recentChanges.delete(id);
    notifyListeners(id);
  }, SHOWN_FOR_MS);
  recentChanges.set(id, { label, timer });
  notifyListeners(id);
}

function addListener(id: string, listener: () => void) {
  const ofLead = listeners.get(id) ?? new Set();
  listeners.set(id, ofLead.add(listener));
  return () => {
    ofLead.delete(listener);
    if (ofLead.size === 0) listeners.delete(id);
  };
}

/** The recent change of one lead. Each card subscribes to its own lead, so a busy board does not render as a whole. */
function useRecentChange(id: string): string | null {
  const subscribe = useCallback((listener: () => void) => addListener(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => recentChanges.get(id)?.label ?? null);
}

const HEIGHT = 110;
const NOTE_HEIGHT = 20;
const STEP_HEIGHT = 20;
export const CARD_GAP = 8;

/** The height of every card in a column. It is fixed per stage, so the virtual list never has to measure one. */
export const cardHeight = (stage: LeadStage): number =>
  HEIGHT + (STAGE_NOTES[stage] ? NOTE_HEIGHT : 0) + (stage === 'won' ? 0 : STEP_HEIGHT);

// Text in any script is aligned left and truncated at its own end.
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'left' } as const;

// One styled element with plain ones inside: about sixty are on screen during a drag, and each styled element costs time.
const CardSurface = styled('div', { shouldForwardProp: (name) => name !== 'stage' })<{ stage?: LeadStage }>(
  ({ theme, stage = 'leads' }) => {
    const { palette } = theme.vars;
    const stageColor = palette.stage[stage];
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
      '&[data-owned] .name': { marginRight: 26 },
      '& .owner': {
        position: 'absolute',
        top: 9,
        right: 9,
        width: 22,
        height: 22,
        borderRadius: 11,
        lineHeight: '22px',
        fontSize: 10,
        fontWeight: 600,
        textAlign: 'center',
        color: palette.tone.brand.ink,
        backgroundColor: palette.tone.brand.surface,
      },
      '& .company': { ...oneLine, color: palette.text.secondary },
      '& .note': {
        ...oneLine,
        display: 'flex',
        alignItems: 'center',
        gap: 6,
        height: NOTE_HEIGHT - 4,
        marginTop: 4,
        fontWeight: 500,
        color: stageColor.ink,
      },
      '& .note::before': { content: '""', flex: 'none', width: 6, height: 6, borderRadius: 3, backgroundColor: stageColor.main },
      '& .value': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4, height: 20, marginTop: 6 },
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
      '& .dates': {
        display: 'flex',
        justifyContent: 'space-between',
        gap: 8,
        marginTop: 8,
        color: palette.text.secondary,
        fontVariantNumeric: 'tabular-nums',
      },
      '& .dates span': { ...oneLine, display: 'flex', alignItems: 'center', gap: 4 },
      '& .dates span:last-of-type': { flex: 'none' },
      // The exact times of the tooltips, for screen readers.
      '& .dates i': visuallyHidden,
      '& .next-step': { ...oneLine, height: 16, marginTop: 4, color: palette.text.secondary },
      '& .next-step[data-overdue]': { fontWeight: 600, color: palette.tone.error.ink },
      // A narrow column needs the space for text.
      '& .dates svg': { display: 'none', flex: 'none', opacity: 0.8 },
      '@container (min-width: 220px)': { '& .dates svg': { display: 'block' } },
      // In very narrow columns the source is shown only in the opened lead.
      '@container (max-width: 155px)': {
        padding: '10px 6px',
        '& .source': { display: 'none' },
        '& strong': { maxWidth: '100%' },
        '& .dates': { gap: 2, fontVariantNumeric: 'normal' },
        '& .dates span': { display: 'block' },
      },
      '& .recent-change': {
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
      '&[data-recent]': { borderColor: palette.primary.main },
      '&[data-dragging]': { borderColor: palette.hairline, boxShadow: 'var(--cb-floating)', cursor: 'grabbing' },
    };
  },
);
