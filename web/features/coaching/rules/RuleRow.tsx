import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Chip, Switch, Typography } from '@mui/material';
import { useId } from 'react';
import type { CoachingRuleKind } from '#contract/coaching-rule.ts';
import { graphql } from '#web/gql/gql.ts';
import { useMay } from '#web/session/session.tsx';
import type { Tone } from '#web/theme/theme.ts';
import { RuleTuning } from './RuleTuning.tsx';
import { useChangeRule } from './use-change-rule.ts';

const RuleRow_rule = graphql(`
  fragment RuleRow_rule on CoachingRule {
    id
    key
    kind
    label
    looksAt
    source
    enabled
    threshold
  }
`);

const KIND_BADGES: Record<CoachingRuleKind, { label: string; tone: Tone }> = {
  urgent: { label: 'Urgent', tone: 'error' },
  tip: { label: 'Tip', tone: 'brand' },
  insight: { label: 'Card', tone: 'info' },
};

const captionStyles = { color: 'text.secondary', mt: 0.5 } as const;

/** A rule: what it detects, its source, and its settings. */
export function RuleRow({ rule }: { rule: FragmentType<typeof RuleRow_rule> }) {
  const { data, complete } = useFragment({ fragment: RuleRow_rule, fragmentName: 'RuleRow_rule', from: rule });
  const id = useId();
  const { change } = useChangeRule();
  const mayChange = useMay('coachingRule.configure');
  if (!complete) return null;
  const { key, kind, label, looksAt, source, enabled, threshold } = data;
  return (
    <Box component="li" aria-labelledby={id} sx={(theme) => ({ py: 2, '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` } })}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography component="h3" variant="h3" id={id}>
          {label}
        </Typography>
        <Chip color={KIND_BADGES[kind].tone} label={KIND_BADGES[kind].label} />
        <Switch
          size="small"
          checked={enabled}
          disabled={!mayChange}
          onChange={(_event, checked) => change(data, { enabled: checked })}
          slotProps={{ input: { 'aria-labelledby': id } }}
          sx={{ ml: 'auto' }}
        />
      </Box>
      <Typography variant="body2" sx={captionStyles}>
        {looksAt}
      </Typography>
      <Typography variant="caption" component="p" sx={captionStyles}>
        Source: {source}
      </Typography>
      <RuleTuning rule={{ key, label, enabled, threshold }} />
    </Box>
  );
}
