import { useDraggable } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { LeadCard } from './LeadCard.tsx';

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
