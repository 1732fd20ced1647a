import { Box, Typography } from '@mui/material';
import { type Addressee, personalize } from '#contract/email-template.ts';
import { useWorkspace } from '#web/session/session.tsx';
import { EmailPreview } from './EmailPreview.tsx';

/** A sample customer for the preview. */
const SAMPLE: Addressee = { name: 'Jordan Ellis', email: 'jordan@example.com', phone: '(555) 010-0142' };

/** A live preview of the template. */
export function TemplatePreview({ subject, body }: { subject: string; body: string }) {
  const { companyName } = useWorkspace();
  const filled = (text: string) => personalize(text, SAMPLE, { companyName });
  return (
    <Box sx={{ display: 'grid', alignContent: 'start', gap: 1, minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3">
        Preview{' '}
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          as {SAMPLE.name}, a sample customer, would read it
        </Typography>
      </Typography>
      <EmailPreview
        label="Preview"
        subject={filled(subject) || <Faint>Subject</Faint>}
        body={filled(body) || <Faint>What you write appears here, filled in.</Faint>}
      />
    </Box>
  );
}

function Faint({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
      {children}
    </Box>
  );
}
