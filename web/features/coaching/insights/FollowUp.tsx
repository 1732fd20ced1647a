import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { ArrowRight, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import type { Tone } from '#web/theme/theme.ts';
import { Badge } from '#web/ui/values/Badge.tsx';

const FollowUp_insight = graphql(`
  fragment FollowUp_insight on CoachingInsight {
    id
    followUp {
      label
      thenText
      nowText
      good
      calls
      verdict
    }
  }
`);

type Look = { tone: Tone; word: string; Icon: LucideIcon };

const LOOKS: Readonly<Record<'better' | 'same' | 'worse', Look>> = {
  better: { tone: 'success', word: 'Better', Icon: TrendingUp },
  same: { tone: 'neutral', word: 'Same', Icon: ArrowRight },
  worse: { tone: 'error', word: 'Worse', Icon: TrendingDown },
};

/** What became of the number an insight is about: "Talk share 71% → 58% over 4 calls since". */
export function FollowUp({ insight }: { insight: FragmentType<typeof FollowUp_insight> }) {
  const { data, complete } = useFragment({ fragment: FollowUp_insight, from: insight });
  if (!complete || !data.followUp) return null;
  const { label, thenText, nowText, good, calls, verdict } = data.followUp;
  if (verdict === 'unknown') {
    return (
      <Typography variant="body2" className="tabular">
        {label} {thenText}, no calls since <Good range={good} />
      </Typography>
    );
  }
  const { tone, word, Icon } = LOOKS[verdict];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
      <Badge tone={tone} icon={<Icon size={12} aria-hidden />}>
        {word}
      </Badge>
      <Typography variant="body2" className="tabular">
        {label} {thenText} → {nowText} over {calls === 1 ? '1 call' : `${calls} calls`} since <Good range={good} />
      </Typography>
    </Box>
  );
}

const Good = ({ range }: { range: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    (good: {range})
  </Box>
);
