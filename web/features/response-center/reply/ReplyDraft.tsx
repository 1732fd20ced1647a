import { keyframes } from '@emotion/react';
import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { inset, REPLY_HEIGHT } from '../inset.ts';
import { ReplyText } from './ReplyText.tsx';

const blink = keyframes`50% { opacity: 0; }`;

/** A reply while it is written: the text so far and a caret behind it, or lines to come. Not read out until it is whole. */
export function ReplyDraft({ text }: { text: string }) {
  return (
    <Box
      sx={[
        inset,
        { minHeight: REPLY_HEIGHT, bgcolor: 'background.paper' },
        {
          '& p:last-of-type::after': {
            content: '""',
            display: 'inline-block',
            width: 2,
            height: '1.1em',
            ml: '2px',
            verticalAlign: 'text-bottom',
            bgcolor: 'primary.main',
            animation: `${blink} 1s steps(1) infinite`,
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
          },
        },
      ]}
    >
      {text ? (
        <ReplyText text={text} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <SkeletonBlock width="38%" height={14} />
          <SkeletonBlock width="94%" height={14} />
          <SkeletonBlock width="88%" height={14} />
          <SkeletonBlock width="61%" height={14} />
        </Box>
      )}
    </Box>
  );
}
