import { useDroppable } from '@dnd-kit/core';
import { Box, Typography } from '@mui/material';
import { memo, useId } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { ColumnSurface } from './column-surface.ts';
import { LeadList } from './LeadList.tsx';
import { useColumn } from './use-column.ts';

type StageColumnProps = {
  stage: LeadStage;
  /** How often the board was asked for: each time its columns begin anew. */
  loads: number;
  onOpen: (id: string) => void;
};

/** One stage of the pipeline: its name, how many leads stand there, what they are worth, and their cards. */
export const StageColumn = memo(function StageColumn({ stage, loads, onOpen }: StageColumnProps) {
  const titleId = useId();
  const column = useColumn(stage);
  const { setNodeRef, isOver } = useDroppable({ id: stage });
  if (!column) return <ColumnSurface stage={stage} />;

  return (
    <ColumnSurface ref={setNodeRef} stage={stage} aria-labelledby={titleId} data-stage={stage} data-over={isOver || undefined}>
      <header>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <span className="dot" />
          <Typography variant="h2" id={titleId} noWrap sx={{ flex: 1, fontSize: 13 }}>
            {column.label}
          </Typography>
          <Badge stage={stage}>{column.count.toLocaleString()}</Badge>
        </Box>
        <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary', mt: 0.25 }}>
          <MoneyText value={column.value} whole={column.value.endsWith('.00')} />
        </Typography>
      </header>
      {column.leads.edges.length === 0 && column.count === 0 ? (
        <p className="empty">No leads in this stage</p>
      ) : (
        <LeadList
          stage={stage}
          loads={loads}
          ids={column.ids}
          count={column.count}
          paged={column.leads.pageInfo.hasNextPage}
          labelledBy={titleId}
          onOpen={onOpen}
        />
      )}
    </ColumnSurface>
  );
});
