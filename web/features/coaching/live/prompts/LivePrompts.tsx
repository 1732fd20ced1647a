import type { FragmentType, Reference, StoreObject } from '@apollo/client';
import { useApolloClient, useFragment, useMutation } from '@apollo/client/react';
import { Box, IconButton, Link, Paper, Tooltip, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { runMutation } from '#web/apollo/run-mutation.ts';
import type { Tone } from '#web/app/theme.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CoachingRuleKind, LivePrompts_CallFragment } from '#web/gql/graphql.ts';
import { trainingSearchPath } from '#web/lib/paths.ts';
import { EngineBadge } from '#web/ui/values/EngineBadge.tsx';
import { fading, useExitTransition } from '../use-exit-transition.ts';
import { isShown, PromptGroup } from './PromptGroup.tsx';

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

type PromptCardProps = { tone: Tone; leaving?: boolean; onDismiss?: () => void; label?: string; children: ReactNode };

/** One thing the rep is told, on the ground of its kind. */
function PromptCard({ tone, leaving = false, onDismiss, label, children }: PromptCardProps) {
  return (
    <Box
      component="li"
      data-leaving={leaving || undefined}
      inert={leaving}
      sx={(theme) => ({
        ...fading,
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.5,
        p: 1.25,
        pr: onDismiss ? 0.5 : 1.25,
        minWidth: 0,
        borderRadius: '8px',
        overflowWrap: 'anywhere',
        color: theme.vars.palette.tone[tone].ink,
        bgcolor: theme.vars.palette.tone[tone].surface,
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      {onDismiss && (
        <Tooltip title="Put away">
          <IconButton size="small" onClick={onDismiss} aria-label={`Put away: ${label}`} sx={{ mt: -0.5, color: 'inherit' }}>
            <X size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

type Card = NonNullable<LivePrompts_CallFragment['prompts'][number]['card']>;

/** What answers the customer's words, from the training data. */
function ObjectionAnswer({ card: { title, excerpt } }: { card: Card }) {
  return (
    <Box sx={{ mt: 0.75, pt: 0.75, borderTop: '1px solid', borderColor: 'divider' }}>
      <Link
        component={RouterLink}
        to={trainingSearchPath(title)}
        color="inherit"
        underline="always"
        variant="body2"
        sx={{ fontWeight: 600 }}
      >
        {title}
      </Link>
      <Typography variant="body2" sx={{ mt: 0.25, color: 'text.primary', whiteSpace: 'pre-line' }}>
        {excerpt}
      </Typography>
    </Box>
  );
}

const DismissPrompt = graphql(`
  mutation DismissPrompt($id: ID!, $promptId: ID!) {
    dismissPrompt(id: $id, promptId: $promptId) {
      ... on LiveCall {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Puts a prompt of a call away: at once on the screen, and back again where that failed. */
function useDismissPrompt(callId: string) {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(DismissPrompt);
  const mark = (promptId: string, dismissed: number | null) =>
    cache.modify<{ prompts: readonly (Reference | StoreObject)[] }>({
      id: cache.identify({ __typename: 'LiveCall', id: callId }),
      fields: {
        prompts: (known, { readField }) =>
          known.map((prompt) => (readField('id', prompt) === promptId ? { ...prompt, dismissed } : prompt)),
      },
    });
  return async (promptId: string) => {
    mark(promptId, 0);
    const dismissed = await runMutation(mutate({ variables: { id: callId, promptId } }), { failed: 'Failed to put this away.' });
    if (!dismissed) mark(promptId, null);
  };
}
