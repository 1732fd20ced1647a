import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, Checkbox, Link, Typography } from '@mui/material';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TaskRow_TaskFragment } from '#web/gql/graphql.ts';
import { userTimeZone } from '#web/lib/format/time.ts';
import { callPath, customerPath, leadPath, orderPath } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { dueOf } from './due.ts';
import { TaskForm } from './TaskForm.tsx';
import { useCompleteTask, useCreateTask } from './use-tasks.ts';

export const MyDayDocument = graphql(`
  query MyDay($timeZone: String) {
    myDay(timeZone: $timeZone) {
      ... on MyDay {
        eventCursor
        overdue {
          id
          ...TaskRow_task
        }
        today {
          id
          ...TaskRow_task
        }
        quietLeads {
          id
          name
          updatedAt
        }
        unansweredRequests {
          id
          customerRequest
          createdAt
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const MyDayChanged = graphql(`
  subscription MyDayChanged($after: EventCursor) {
    tasksChanged(after: $after) {
      cursor
    }
  }
`);

/** Rows of quiet leads and requests that are shown; the others are counted. */
const SHOWN = 3;

/** Overdue tasks, those of today, quiet leads and unanswered requests, each only where there are some, with a form for a new task. */
export function MyDayLists() {
  const { data, error, retry } = useLiveQuery({
    query: MyDayDocument,
    variables: { timeZone: userTimeZone() },
    eventCursorOf: ({ myDay }) => (myDay.__typename === 'MyDay' ? myDay.eventCursor : '0'),
    changes: MyDayChanged,
    cursorOf: ({ tasksChanged }) => tasksChanged.cursor,
    interval: 1_000,
  });
  if (!data) return error ? <ErrorPanel error={error} onRetry={retry} /> : null;
  const { myDay } = data;
  if (myDay.__typename !== 'MyDay') return <ErrorPanel error={new Error(myDay.message)} onRetry={retry} />;
  const { overdue, today, quietLeads, unansweredRequests } = myDay;
  const isEmpty = [overdue, today, quietLeads, unansweredRequests].every(({ length }) => length === 0);
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      {isEmpty && <Typography sx={{ color: 'text.secondary' }}>Nothing is due today.</Typography>}
      <Section title="Overdue" rows={overdue} render={(task) => <TaskRow key={task.id} task={task} />} />
      <Section title="Today" rows={today} render={(task) => <TaskRow key={task.id} task={task} />} />
      <Section
        title="Quiet leads"
        rows={quietLeads}
        shown={SHOWN}
        render={({ id, name, updatedAt }) => (
          <Row key={id} note={<RelativeTime at={updatedAt} />}>
            <Link component={RouterLink} to={leadPath(id)}>
              {name}
            </Link>
          </Row>
        )}
      />
      <Section
        title="Unanswered requests"
        rows={unansweredRequests}
        shown={SHOWN}
        render={({ id, customerRequest, createdAt }) => (
          <Row key={id} note={<RelativeTime at={createdAt} />}>
            {customerRequest}
          </Row>
        )}
      />
      <Permitted to="task.change">
        <NewTask />
      </Permitted>
    </Box>
  );
}

type SectionProps<Each> = { title: string; rows: readonly Each[]; shown?: number; render: (row: Each) => ReactNode };

function Section<Each>({ title, rows, shown = rows.length, render }: SectionProps<Each>) {
  if (rows.length === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ mb: 1.5 }}>
      <Typography variant="h3" sx={{ color: title === 'Overdue' ? 'tone.error.ink' : undefined }}>
        {title} ({rows.length})
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.slice(0, shown).map(render)}
      </Box>
      {rows.length > shown && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          and {rows.length - shown} more
        </Typography>
      )}
    </Box>
  );
}

function Row({ children, note, start }: { children: ReactNode; note?: ReactNode; start?: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minHeight: 28 }}>
      {start}
      <Typography component="div" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {children}
      </Typography>
      {note && (
        <Typography component="span" variant="caption" sx={{ flex: 'none', color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}

const TaskRow_task = graphql(`
  fragment TaskRow_task on Task {
    id
    title
    dueOn
    dueAt
    lead {
      id
      name
    }
    customer {
      id
      name
    }
    transcription {
      id
      title
    }
    order {
      id
      orderNumber
    }
  }
`);

/** What a task is about, and where that is shown; null where it is about nothing the viewer may read. */
function subjectOf({ lead, customer, transcription, order }: TaskRow_TaskFragment): { name: string; to: string } | null {
  if (lead) return { name: lead.name, to: leadPath(lead.id) };
  if (customer) return { name: customer.name, to: customerPath(customer.id) };
  if (transcription) return { name: transcription.title ?? 'Untitled Call', to: callPath(transcription.id) };
  return order ? { name: order.orderNumber, to: orderPath(order.id) } : null;
}

function TaskRow(props: { task: FragmentType<TaskRow_TaskFragment> }) {
  const { data: task } = useSuspenseFragment({ fragment: TaskRow_task, from: props.task });
  const now = new Date(useNow());
  const mayChange = useMay('task.change');
  const complete = useCompleteTask();
  const [completing, setCompleting] = useState(false);
  const due = dueOf(task, now);
  const subject = subjectOf(task);
  const check = async () => {
    setCompleting(true);
    if (!(await complete(task.id))) setCompleting(false);
  };
  return (
    <Row
      start={
        <Checkbox
          size="small"
          checked={completing}
          disabled={!mayChange || completing}
          onChange={check}
          slotProps={{ input: { 'aria-label': `Complete: ${task.title}` } }}
          sx={{ p: 0.25, ml: -0.5, alignSelf: 'flex-start' }}
        />
      }
    >
      <span title={task.title}>{task.title}</span>
      <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
        <Box component="span" sx={due.isOverdue ? { color: 'tone.error.ink', fontWeight: 600 } : undefined}>
          {due.label}
        </Box>
        {subject && (
          <>
            {' · '}
            <Link component={RouterLink} to={subject.to}>
              {subject.name}
            </Link>
          </>
        )}
      </Typography>
    </Row>
  );
}

function NewTask() {
  const [open, setOpen] = useState(false);
  const create = useCreateTask('Task added.');
  if (!open)
    return (
      <Button size="small" onClick={() => setOpen(true)} startIcon={<Plus size={14} aria-hidden />}>
        Add task
      </Button>
    );
  return (
    <TaskForm
      titleLabel="New task"
      submitLabel="Add"
      cancelLabel="Cancel"
      onCancel={() => setOpen(false)}
      onSubmit={async (task) => {
        const saved = await create(task);
        if (saved) setOpen(false);
        return saved;
      }}
    />
  );
}
