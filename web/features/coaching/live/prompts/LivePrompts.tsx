import type { FragmentType, Reference, StoreObject } from '@apollo/client';
import { useApolloClient, useFragment, useMutation } from '@apollo/client/react';
import { Box, IconButton, Link, Paper, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CoachingRuleKind, LivePrompts_CallFragment } from '#web/gql/graphql.ts';
import { trainingSearchPath } from '#web/lib/paths.ts';
import type { Tone } from '#web/theme/theme.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { EngineChip } from '#web/ui/values/chips.tsx';
import { exitStyles, useExitTransition } from '../use-exit-transition.ts';
import { isVisible, PromptGroup } from './PromptGroup.tsx';

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
    tipsFailure
  }
`);

type Prompt = LivePrompts_CallFragment['prompts'][number];
type Tip = LivePrompts_CallFragment['tips'][number];
const NONE: readonly Prompt[] = [];

const useOfKind = (prompts: readonly Prompt[], kind: CoachingRuleKind) =>
  useExitTransition(useMemo(() => prompts.filter((prompt) => prompt.kind === kind && isVisible(prompt)), [prompts, kind]));

/** Moves the focus from a button about to disappear to the next one, the previous one, or the container. */
function focusNext(container: HTMLElement): void {
  const buttons = [...container.querySelectorAll<HTMLElement>('li:not([inert]) button[aria-label]')];
  const index = buttons.findIndex((button) => button.matches(':focus'));
  const next = index === -1 ? undefined : (buttons[index + 1] ?? buttons[index - 1]);
  (next ?? container).focus({ preventScroll: next === undefined });
}

type PromptsProps = {
  prompts: readonly Prompt[];
  tips: readonly Tip[];
  /** Why the model gave none when it was last asked. */
  tipsFailure?: string | null;
  onDismiss: (id: string) => void;
};

function Prompts({ prompts, tips, tipsFailure = null, onDismiss }: PromptsProps) {
  const paperRef = useRef<HTMLDivElement>(null);
  const dismiss = (id: string) => {
    // The focused button disappears.
    if (paperRef.current) focusNext(paperRef.current);
    onDismiss(id);
  };
  const urgent = useOfKind(prompts, 'urgent');
  const insights = useOfKind(prompts, 'insight');
  const ruleTips = useOfKind(prompts, 'tip');
  return (
    <Paper ref={paperRef} tabIndex={-1} sx={{ display: 'grid', gap: 2.5, p: 2, '&:focus-visible': { outline: 'none' } }}>
      <PromptGroup title="Urgent Alerts" emptyText="No urgent alerts." isEmpty={urgent.length === 0}>
        {urgent.map(({ item, isExiting }) => (
          <PromptCard key={item.id} tone="error" isExiting={isExiting} label={item.text} onDismiss={() => dismiss(item.id)}>
            <Typography sx={{ fontWeight: 500 }}>{item.text}</Typography>
          </PromptCard>
        ))}
      </PromptGroup>
      <PromptGroup title="Current Insights" emptyText="Answers to customer objections appear here." isEmpty={insights.length === 0}>
        {insights.map(({ item, isExiting }) => (
          <PromptCard key={item.id} tone="info" isExiting={isExiting} label={item.text} onDismiss={() => dismiss(item.id)}>
            <Typography sx={{ fontWeight: 500 }}>{item.text}</Typography>
            {item.card && <ObjectionAnswer card={item.card} />}
          </PromptCard>
        ))}
      </PromptGroup>
      <PromptGroup title="Coaching Tips" emptyText="Tips appear as you talk." isEmpty={ruleTips.length + tips.length === 0}>
        {ruleTips.map(({ item, isExiting }) => (
          <PromptCard key={item.id} tone="neutral" isExiting={isExiting} label={item.text} onDismiss={() => dismiss(item.id)}>
            <Typography variant="body2">{item.text}</Typography>
          </PromptCard>
        ))}
        {tips.map(({ text, at, engine }) => (
          <PromptCard key={`${at} ${text}`} tone="brand">
            <Typography variant="body2" sx={{ mb: 0.5 }}>
              {text}
            </Typography>
            <EngineChip engine={engine} />
          </PromptCard>
        ))}
      </PromptGroup>
      {tipsFailure && (
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          No tips from the model: {tipsFailure}
        </Typography>
      )}
    </Paper>
  );
}

/** The prompts of a call, urgent ones first. Resolved ones fade out, and the rep can dismiss any. */
export function LivePrompts({ call }: { call: FragmentType<LivePrompts_CallFragment> & { id: string } }) {
  const { data, complete } = useFragment({ fragment: LivePrompts_call, from: call });
  const dismiss = useDismissPrompt(call.id);
  return (
    <Prompts
      prompts={complete ? data.prompts : NONE}
      tips={complete ? data.tips : []}
      tipsFailure={complete ? data.tipsFailure : null}
      onDismiss={dismiss}
    />
  );
}

/** The empty groups before a call. */
export const EmptyPrompts = () => <Prompts prompts={NONE} tips={[]} onDismiss={() => undefined} />;

type PromptCardProps = { tone: Tone; isExiting?: boolean; onDismiss?: () => void; label?: string; children: ReactNode };

/** One prompt, in the color of its kind. */
function PromptCard({ tone, isExiting = false, onDismiss, label, children }: PromptCardProps) {
  return (
    <Box
      component="li"
      data-exiting={isExiting || undefined}
      inert={isExiting}
      sx={(theme) => ({
        ...exitStyles,
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
        <Tooltip title="Dismiss">
          <IconButton size="small" onClick={onDismiss} aria-label={`Dismiss: ${label}`} sx={{ mt: -0.5, color: 'inherit' }}>
            <X size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

type ObjectionCard = NonNullable<LivePrompts_CallFragment['prompts'][number]['card']>;

/** The training item that answers an objection. */
function ObjectionAnswer({ card: { title, excerpt } }: { card: ObjectionCard }) {
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

/** Dismisses a prompt, optimistically. */
function useDismissPrompt(callId: string) {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(DismissPrompt);
  const setDismissed = (promptId: string, dismissed: number | null) =>
    cache.modify<{ prompts: readonly (Reference | StoreObject)[] }>({
      id: cache.identify({ __typename: 'LiveCall', id: callId }),
      fields: {
        prompts: (prompts, { readField }) =>
          prompts.map((prompt) => (readField('id', prompt) === promptId ? { ...prompt, dismissed } : prompt)),
      },
    });
  return async (promptId: string) => {
    setDismissed(promptId, 0);
    const dismissed = await runMutation(mutate({ variables: { id: callId, promptId } }), { failed: 'Failed to dismiss prompt' });
    if (!dismissed) setDismissed(promptId, null);
  };
}
