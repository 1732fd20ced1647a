import { Box } from '@mui/material';
import { useState } from 'react';
import type { CallDetailQuery } from '#web/gql/graphql.ts';
import { CallHead } from './CallHead.tsx';
import { CallLinks } from './CallLinks.tsx';
import { CallMetrics } from './CallMetrics.tsx';
import { CallNotes } from './CallNotes.tsx';
import { callAside, callColumns } from './call-layout.ts';
import { type Marked, Transcript } from './Transcript.tsx';

type CallDetailProps = {
  call: NonNullable<CallDetailQuery['transcription']>;
  titleId: string;
  /** The turn in the URL. */
  turn: string | null;
};

/** A call: header, notes, links, metrics and transcript. */
export function CallDetail({ call, titleId, turn }: CallDetailProps) {
  const [marked, mark] = useState<Marked | null>(turn ? { turn: Number(turn) } : null);
  return (
    <>
      <CallHead call={call} titleId={titleId} />
      <Box sx={callColumns}>
        <Box sx={{ gridArea: 'notes', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, minWidth: 0 }}>
          <CallNotes call={call} turn={marked?.turn ?? null} onTurn={(next) => mark({ turn: next })} />
        </Box>
        <Box sx={callAside}>
          <CallLinks call={call} />
          <CallMetrics call={call} />
        </Box>
        <Box sx={{ gridArea: 'dialogue', minWidth: 0 }}>
          <Transcript call={call} marked={marked} />
        </Box>
      </Box>
    </>
  );
}
