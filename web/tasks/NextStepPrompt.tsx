import { useFragment } from '@apollo/client/react';
import { Box, Paper, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { visuallyHidden } from '#web/ui/styles.ts';
import { TaskForm } from './TaskForm.tsx';
import { useCreateTask } from './use-tasks.ts';

const NextStepPrompt_lead = graphql(`
  fragment NextStepPrompt_lead on Lead {
    id
    name
  }
`);

const surface = {
  position: 'fixed',
  zIndex: 'appBar',
  bottom: { xs: 8, sm: 24 },
  left: { xs: 8, sm: '50%' },
  right: { xs: 8, sm: 'auto' },
  width: { sm: 440 },
  ml: { sm: '-220px' },
  p: 2,
  boxShadow: 'var(--cb-floating)',
} as const;

type NextStepPromptProps = { leadId: string; onClose: () => void };

/**
 * Asks for the next step of a lead. It is no modal dialog and takes no focus, so that whoever moves several cards goes on; Escape skips it
 * while the focus is in it.
 */
export function NextStepPrompt({ leadId, onClose }: NextStepPromptProps) {
  const title = useId();
  const { data, complete } = useFragment({ fragment: NextStepPrompt_lead, from: { __typename: 'Lead', id: leadId } });
  const create = useCreateTask('Next step saved.');
  const name = complete ? data.name : 'this lead';
  // Screen readers say what appears in a status that is there already.
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(`What is the next step for ${name}? The form is at the end of the page.`), [name]);
  return (
    <Paper
      component="section"
      aria-labelledby={title}
      sx={surface}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <Typography variant="h2" id={title} noWrap sx={{ mb: 1.5 }}>
        Next step for {name}
      </Typography>
      <TaskForm
        titleLabel="What is to be done"
        submitLabel="Save"
        cancelLabel="Skip"
        onCancel={onClose}
        onSubmit={async (task) => {
          const saved = await create({ ...task, leadId, isNextStep: true });
          if (saved) onClose();
          return saved;
        }}
      />
      <Box role="status" sx={visuallyHidden}>
        {announced}
      </Box>
    </Paper>
  );
}
