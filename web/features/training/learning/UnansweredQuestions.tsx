import { useMutation } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { MessageCircleQuestion, PenLine, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import type { UnansweredQuestionsQuery } from '#web/gql/graphql.ts';
import { useListFocus } from '#web/lib/use-focus-fallback.ts';
import { Permitted } from '#web/session/session.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { WriteAnswer } from './WriteAnswer.tsx';

const UnansweredQuestionsList = graphql(`
  query UnansweredQuestions {
    unansweredQuestions {
      id
      question
      wordings
      count
      lastAskedAt
      examples {
        id
        response {
          id
          customerRequest
        }
      }
    }
    trainingItems(first: 1) {
      eventCursor
    }
  }
`);

const UnansweredQuestionsChanged = graphql(`
  subscription UnansweredQuestionsChanged($after: EventCursor) {
    unansweredQuestionsChanged(after: $after) {
      cursor
    }
  }
`);

const DismissQuestion = graphql(`
  mutation DismissQuestion($id: ID!) {
    dismissUnansweredQuestion(id: $id) {
      ... on UnansweredQuestion {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RestoreQuestion = graphql(`
  mutation RestoreQuestion($id: ID!) {
    restoreUnansweredQuestion(id: $id) {
      ... on UnansweredQuestion {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Takes a question out of the list, with an undo; `refetch` brings it back. */
function useDismiss(refetch: () => void) {
  const [dismiss, { client }] = useMutation(DismissQuestion);
  const [restore] = useMutation(RestoreQuestion);
  const pending = useRef(false);
  return async (id: string) => {
    // A second click, before the list has changed, would meet the next question.
    if (pending.current) return;
    pending.current = true;
    const dismissed = await runMutation(dismiss({ variables: { id } }), { failed: 'Failed to dismiss the question' });
    pending.current = false;
    if (!dismissed) return;
    client.cache.evict({ id: client.cache.identify({ __typename: 'UnansweredQuestion', id }) });
    const undo = () =>
      runMutation(restore({ variables: { id } }), { done: 'Question restored', failed: 'Failed to restore the question' }).then(refetch);
    notify({
      title: 'Success',
      description: 'Question dismissed until it is asked again',
      tone: 'success',
      action: { label: 'Undo', run: () => void undo() },
    });
  };
}

/** Questions with the same meaning that no training item answers. */
export type UnansweredQuestion = UnansweredQuestionsQuery['unansweredQuestions'][number];

/** After a change of the knowledge the server checks up to 50 questions anew: not more often than this. */
const REFETCH_MS = 2_000;
/** Other wordings that are shown; the form has all of them. */
const SHOWN_WORDINGS = 3;
/** Characters of an example message that are shown. */
const SHOWN_MESSAGE = 200;

/** Questions of customers that no training item answers, the most frequent first. */
export function UnansweredQuestions() {
  const { data, error, retry } = useLiveQuery({
    query: UnansweredQuestionsList,
    eventCursorOf: ({ trainingItems }) => trainingItems.eventCursor,
    changes: UnansweredQuestionsChanged,
    cursorOf: ({ unansweredQuestionsChanged }) => unansweredQuestionsChanged.cursor,
    interval: REFETCH_MS,
  });
  const dismiss = useDismiss(retry);
  const [written, setWritten] = useState<UnansweredQuestion | null>(null);
  const focus = useListFocus();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <ListSkeleton label="Loading questions..." height={96} />;
  return (
    <Box {...focus} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {data.unansweredQuestions.length === 0 ? (
        <Paper>
          <EmptyState
            icon={<MessageCircleQuestion size={18} />}
            title="No unanswered questions"
            hint="Questions that the assistant could not answer in the last 90 days appear here."
          />
        </Paper>
      ) : (
        <Paper component="ul" aria-label="Unanswered questions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.unansweredQuestions.map((group) => (
            <QuestionRow key={group.id} group={group} onWrite={() => setWritten(group)} onDismiss={() => void dismiss(group.id)} />
          ))}
        </Paper>
      )}
      {written && <WriteAnswer question={written} onClose={() => setWritten(null)} />}
    </Box>
  );
}

type QuestionRowProps = { group: UnansweredQuestion; onWrite: () => void; onDismiss: () => void };

function QuestionRow({ group, onWrite, onDismiss }: QuestionRowProps) {
  const { question, wordings, count, lastAskedAt, examples } = group;
  const hidden = wordings.length - SHOWN_WORDINGS;
  // A message that is nothing but the question says nothing new, nor does one that came twice.
  const messages = [...new Set(examples.flatMap(({ response }) => response?.customerRequest ?? []))].filter(
    (message) => message.trim().toLowerCase() !== question.toLowerCase(),
  );
  return (
    <Box
      component="li"
      aria-label={question}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        gap: 2,
        p: 2,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h2" sx={{ fontWeight: 600 }}>
          {question}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <span className="tabular">{count === 1 ? 'Asked once' : `Asked ${count} times`}</span>, last <RelativeTime at={lastAskedAt} />
        </Typography>
        {wordings.length > 0 && (
          <Typography variant="body2" sx={{ mt: 1 }}>
            Also asked as:{' '}
            {wordings
              .slice(0, SHOWN_WORDINGS)
              .map((wording) => `“${wording}”`)
              .join(', ')}
            {hidden > 0 && ` and ${hidden} more`}
          </Typography>
        )}
        {messages.length > 0 && (
          <Box component="ul" aria-label="Example messages" sx={{ m: 0, mt: 1, pl: 2.5, typography: 'body2', color: 'text.secondary' }}>
            {messages.map((message) => (
              <li key={message}>{message.length > SHOWN_MESSAGE ? `${message.slice(0, SHOWN_MESSAGE).toWellFormed()}…` : message}</li>
            ))}
          </Box>
        )}
      </Box>
      <Permitted to="trainingItem.change">
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="outlined" startIcon={<PenLine size={16} aria-hidden />} onClick={onWrite}>
            Write the answer
          </Button>
          <Button variant="outlined" startIcon={<X size={16} aria-hidden />} onClick={onDismiss}>
            Dismiss
          </Button>
        </Box>
      </Permitted>
    </Box>
  );
}
