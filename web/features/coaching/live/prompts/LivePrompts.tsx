import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Paper, Typography } from '@mui/material';
import { useMemo } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { CoachingRuleKind, LivePrompts_CallFragment } from '#web/gql/graphql.ts';
import { EngineBadge } from '#web/ui/EngineBadge.tsx';
import { useLingering } from '../data/use-lingering.ts';
import { Group } from './Group.tsx';
import { ObjectionAnswer, PromptCard } from './PromptCard.tsx';
import { isShown } from './prompt-words.ts';
import { useDismissPrompt } from './use-dismiss-prompt.ts';

const LivePrompts_call = graphql(`
  fragment LivePrompts_call on LiveCall {
    id
    prompts {
      id
      kind
      text
      withdrawn
      dismissed
      card {
        trainingItemId
        title
        excerpt
      }
    }
    tips {
      text
      at
      engine
    }
  }
`);

type Prompt = LivePrompts_CallFragment['prompts'][number];
type Tip = LivePrompts_CallFragment['tips'][number];
const NONE: readonly Prompt[] = [];

const useOfKind = (prompts: readonly Prompt[], kind: CoachingRuleKind) =>
  useLingering(useMemo(() => prompts.filter((prompt) => prompt.kind === kind && isShown(prompt)), [prompts, kind]));

type PromptsProps = { prompts: readonly Prompt[]; tips: readonly Tip[]; onDismiss: (id: string) => void };

function Prompts({ prompts, tips, onDismiss }: PromptsProps) {
  const urgent = useOfKind(prompts, 'urgent');
  const insights = useOfKind(prompts, 'insight');
  const counted = useOfKind(prompts, 'tip');
  return (
    <Paper sx={{ display: 'grid', gap: 2.5, p: 2 }}>
      <Group title="Urgent Alerts" none="Nothing urgent." isEmpty={urgent.length === 0}>
        {urgent.map(({ item, leaving }) => (
          <PromptCard key={item.id} tone="error" leaving={leaving} label={item.text} onDismiss={() => onDismiss(item.id)}>
            <Typography sx={{ fontWeight: 500 }}>{item.text}</Typography>
          </PromptCard>
        ))}
      </Group>
      <Group title="Current Insights" none="What the customer brings up is answered here." isEmpty={insights.length === 0}>
        {insights.map(({ item, leaving }) => (
          <PromptCard key={item.id} tone="info" leaving={leaving} label={item.text} onDismiss={() => onDismiss(item.id)}>
            <Typography sx={{ fontWeight: 500 }}>{item.text}</Typography>
            {item.card && <ObjectionAnswer card={item.card} />}
          </PromptCard>
        ))}
      </Group>
      <Group title="Coaching Tips" none="Tips come up while you talk." isEmpty={counted.length + tips.length === 0}>
        {counted.map(({ item, leaving }) => (
          <PromptCard key={item.id} tone="neutral" leaving={leaving} label={item.text} onDismiss={() => onDismiss(item.id)}>
            <Typography variant="body2">{item.text}</Typography>
          </PromptCard>
        ))}
        {tips.map(({ text, at, engine }) => (
          <PromptCard key={`${at} ${text}`} tone="brand">
            <Typography variant="body2" sx={{ mb: 0.5 }}>
              {text}
            </Typography>
            <EngineBadge engine={engine} />
          </PromptCard>
        ))}
      </Group>
    </Paper>
  );
}

/** What the rep is told during a call, the urgent first; what is corrected fades away, and the rep can put anything away. */
export function LivePrompts({ call }: { call: FragmentType<LivePrompts_CallFragment> & { id: string } }) {
  const { data, complete } = useFragment({ fragment: LivePrompts_call, from: call });
  const dismiss = useDismissPrompt(call.id);
  return <Prompts prompts={complete ? data.prompts : NONE} tips={complete ? data.tips : []} onDismiss={dismiss} />;
}

/** The same before a call. */
export const NoPrompts = () => <Prompts prompts={NONE} tips={[]} onDismiss={() => undefined} />;
