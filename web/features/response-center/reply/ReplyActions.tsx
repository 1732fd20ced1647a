import { Box } from '@mui/material';
import { Copy } from 'lucide-react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { SaveAsTemplate } from './SaveAsTemplate.tsx';
import { useCopyReply } from './use-copy-reply.ts';

/** What can be done with a finished reply. */
export function ReplyActions({ id, text }: { id: string; text: string }) {
  const { copy, copying } = useCopyReply();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <LoadingButton
        variant="contained"
        loading={copying || text.trim() === ''}
        onClick={() => copy(id, text)}
        startIcon={<Copy size={16} aria-hidden />}
      >
        {copying ? 'Copying...' : 'Copy Response'}
      </LoadingButton>
      <SaveAsTemplate id={id} text={text} />
    </Box>
  );
}
