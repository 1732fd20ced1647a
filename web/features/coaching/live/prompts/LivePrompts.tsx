import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Paper, Typography } from '@mui/material';
import { useMemo, useRef } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { CoachingRuleKind, LivePrompts_CallFragment } from '#web/gql/graphql.ts';
import { EngineBadge } from '#web/ui/values/EngineBadge.tsx';
import { useExitTransition } from '../data/use-exit-transition.ts';
import { ObjectionAnswer, PromptCard } from './PromptCard.tsx';
import { PromptGroup } from './PromptGroup.tsx';
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
  useExitTransition(useMemo(() => prompts.filter((prompt) => prompt.kind === kind && isShown(prompt)), [prompts, kind]));

/** Hands the focus of one button on to the next one, or the one before, or to all that holds them. */
function focusNext(holder: HTMLElement): void {
  const buttons = [...holder.querySelectorAll<HTMLElement>('li:not([inert]) button[aria-label]')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const next = at === -1 ? undefined : (buttons[at + 1] ?? buttons[at - 1]);
  (next ?? holder).focus({ preventScroll: next === undefined });
}

type PromptsProps = { prompts: readonly Prompt[]; tips: readonly Tip[]; onDismiss: (id: string) => void };

function Prompts({ prompts, tips, onDismiss }: PromptsProps) {
  const paper = useRef<HTMLDivElement>(null);
  const putAway = (id: string) => {
    // The button goes, and whoever pressed it must not be lost with it.
    if (paper.current) focusNext(paper.current);
    onDismiss(id);
  };
  const urgent = useOfKind(prompts, 'urgent');
  const insights = useOfKind(prompts, 'insight');
  const counted = useOfKind(prompts, 'tip');
  return (
    <Paper ref={paper} tabIndex={-1} sx={{ display: 'grid', gap: 2.5, p: 2, '&:focus-visible': { outline: 'none' } }}>
      <PromptGroup title="Urgent Alerts" none="Nothing urgent." isEmpty={urgent.length === 0}>
        {urgent.map(({ item, leaving }) => (
          <PromptCard key={item.id} tone="error" leaving={leaving} label={item.text} onDismiss={() => putAway(item.id)}>
            <Typography sx={{ fontWeight: 500 }}>{item.text}</Typography>
          </PromptCard>
        ))}
      </PromptGroup>
      <PromptGroup title="Current Insights" none="What the customer brings up is answered here." isEmpty={insights.length === 0}>
        {insights.map(({ item, leaving }) => (
          <PromptCard key={item.id} tone="info" leaving={leaving} label={item.text} onDismiss={() => putAway(item.id)}>
            <Typography sx={{ fontWeight: 500 }}>{item.text}</Typography>
            {item.card && <ObjectionAnswer card={item.card} />}
          </PromptCard>
        ))}
      </PromptGroup>
      <PromptGroup title="Coaching Tips" none="Tips come up while you talk." isEmpty={counted.length + tips.length === 0}>
        {counted.map(({ item, leaving }) => (
          <PromptCard key={item.id} tone="neutral" leaving={leaving} label={item.text} onDismiss={() => putAway(item.id)}>
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
      </PromptGroup>
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
