import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import type { AnalyticsParams } from '../analytics-params.ts';
import type { DrilldownTarget } from '../drilldown/drilldown-target.ts';
import { CallRows } from './CallRows.tsx';
import { LeadRows } from './LeadRows.tsx';
import { OrderRows } from './OrderRows.tsx';
import { ReplyRows } from './ReplyRows.tsx';
import { WonRows } from './WonRows.tsx';

type RowsDialogProps = { title: string; behind: DrilldownTarget; asked: AnalyticsParams; onClose: () => void };

/** The rows behind a number. */
export function RowsDialog({ title, behind, asked, onClose }: RowsDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent dividers sx={{ height: 480 }}>
        <Rows behind={behind} asked={asked} />
      </DialogContent>
      <DialogActions sx={{ pt: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Rows({ behind, asked }: Pick<RowsDialogProps, 'behind' | 'asked'>) {
  switch (behind.of) {
    case 'leads':
      return <LeadRows asked={asked} stage={behind.stage} />;
    case 'won':
      return <WonRows asked={asked} />;
    case 'orders':
      return <OrderRows asked={asked} currency={behind.currency} />;
    case 'calls':
      return <CallRows asked={asked} type={behind.type} sentiment={behind.sentiment} />;
    case 'replies':
      return <ReplyRows asked={asked} used={behind.used} />;
  }
}
