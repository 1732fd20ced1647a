import { Box, Button, Typography } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { problemsIn, type TemplateProblem, variablesIn } from '#contract/email-template.ts';
import { useDebounced } from '#web/lib/use-throttled.ts';
import { VariableChip } from './TemplateText.tsx';
import { formatVariable, replaceVariable, type TemplateValues } from './template-values.ts';

/** Milliseconds after the last key before anything is pointed out: braces one is typing are open for a while. */
const PATIENCE = 400;

/** The variables found, and warnings about them with suggested fixes. */
export function TemplateNotes() {
  const { control, setValue } = useFormContext<TemplateValues>();
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] });
  const [restedSubject, restedBody] = [useDebounced(subject, PATIENCE), useDebounced(body, PATIENCE)];
  const variables = variablesIn(subject, body);
  // Warnings appear with a delay and disappear immediately.
  const rested = new Set(templateWarnings(restedSubject, restedBody).map(({ message }) => message));
  const oddities = templateWarnings(subject, body).filter(({ message }) => rested.has(message));

  const replace = (name: string, by: string) => {
    setValue('subject', replaceVariable(subject, name, by));
    setValue('body', replaceVariable(body, name, by));
  };

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75, minHeight: 22, alignContent: 'start' }}>
      {variables.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Variables found:
          </Box>
          <Box component="ul" aria-label="Variables found" sx={list}>
            {variables.map((name) => (
              <li key={name}>
                <VariableChip name={name} />
              </li>
            ))}
          </Box>
        </Box>
      )}
      <Box role="status" sx={{ display: 'grid', gap: 0.5 }}>
        {oddities.map((oddity) => (
          <Oddity key={oddity.message} oddity={oddity} onReplace={replace} />
        ))}
      </Box>
    </Box>
  );
}

type OddityProps = { oddity: TemplateProblem; onReplace: (name: string, by: string) => void };

function Oddity({ oddity: { message, name, suggestion }, onReplace }: OddityProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, color: 'tone.warning.ink' }}>
      <TriangleAlert size={14} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {message}{' '}
        {name && suggestion && (
          <Button size="small" onClick={() => onReplace(name, suggestion)} sx={{ minHeight: 22, py: 0, px: 0.75 }}>
            Use {formatVariable(suggestion)}
          </Button>
        )}
      </Typography>
    </Box>
  );
}

const list = { display: 'flex', flexWrap: 'wrap', columnGap: 0.75, rowGap: 0.5, listStyle: 'none', m: 0, p: 0 } as const;

/** The warnings of a template, each once; unclosed braces with the name of their field. */
export function templateWarnings(subject: string, body: string): readonly TemplateProblem[] {
  const found = [
    ...problemsIn(subject).map((problem) => placed('Subject', problem)),
    ...problemsIn(body).map((problem) => placed('Body', problem)),
  ];
  return [...new Map(found.map((problem) => [problem.message, problem])).values()];
}

/** An unknown variable is replaced in both fields; unclosed braces are in one field. */
const placed = (field: string, problem: TemplateProblem): TemplateProblem =>
  problem.name ? problem : { ...problem, message: `${field}: ${problem.message}` };
