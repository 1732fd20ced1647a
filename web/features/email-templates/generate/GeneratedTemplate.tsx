import { Box, Button, Typography } from '@mui/material';
import { Copy, LayoutTemplate } from 'lucide-react';
import { copyTemplate } from '#web/templates/copy-template.ts';
import { EmailPreview } from '#web/templates/EmailPreview.tsx';
import { TemplateText } from '#web/templates/TemplateText.tsx';
import { VariableChip } from '#web/templates/VariableChip.tsx';
import { EngineBadge } from '#web/ui/values/EngineBadge.tsx';
import type { GeneratedEmail } from './use-generate-email.ts';

type GeneratedTemplateProps = { email: GeneratedEmail; onSave: () => void };

/** What the assistant wrote: to read, to copy, to keep. */
export function GeneratedTemplate({ email, onSave }: GeneratedTemplateProps) {
  const { subject, body, variables, engine } = email;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
        <Typography variant="subtitle2" component="h3" sx={{ flex: 1 }}>
          Generated template
        </Typography>
        <EngineBadge engine={engine} />
      </Box>
      <EmailPreview label="Generated template" subject={<TemplateText text={subject} />} body={<TemplateText text={body} lines />} />
      {variables.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Variables:
          </Box>
          <Box component="ul" aria-label="Variables" sx={list}>
            {variables.map((name) => (
              <li key={name}>
                <VariableChip name={name} />
              </li>
            ))}
          </Box>
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void copyTemplate(email)} startIcon={<Copy size={16} aria-hidden />}>
          Copy All
        </Button>
        <Button variant="outlined" onClick={onSave} startIcon={<LayoutTemplate size={16} aria-hidden />}>
          Save as Template
        </Button>
      </Box>
    </Box>
  );
}

const list = { display: 'flex', flexWrap: 'wrap', columnGap: 0.75, rowGap: 0.5, listStyle: 'none', m: 0, p: 0 } as const;
