import { useQuery } from '@apollo/client/react';
import { Box, Button } from '@mui/material';
import { EMAIL_TYPE_LABELS, EMAIL_TYPES, type EmailType } from '#contract/email-template.ts';
import { graphql } from '#web/gql/gql.ts';

const EmailTemplateCounts = graphql(`
  query EmailTemplateCounts {
    emailTemplateCounts {
      type
      count
    }
  }
`);

const CHOICES = [{ type: null, label: 'All Templates' }, ...EMAIL_TYPES.map((type) => ({ type, label: EMAIL_TYPE_LABELS[type] }))] as const;

type TemplateFilterProps = { value: EmailType | null; onChange: (type: EmailType | null) => void };

/** A filter button for each type and one for all, with the number of templates. */
export function TemplateFilter({ value, onChange }: TemplateFilterProps) {
  const { data } = useQuery(EmailTemplateCounts, { fetchPolicy: 'cache-and-network' });
  const counts = data?.emailTemplateCounts;
  const countOf = (type: EmailType | null) =>
    counts?.filter((each) => type === null || each.type === type).reduce((sum, { count }) => sum + count, 0);

  return (
    <Box role="group" aria-label="Filter by type" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 3 }}>
      {CHOICES.map(({ type, label }) => (
        <Button
          key={label}
          variant="outlined"
          size="small"
          aria-pressed={type === value}
          onClick={() => onChange(type)}
          endIcon={<Count count={countOf(type)} />}
          sx={choice}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
}

/** The number is not part of the button's name; its space is reserved while loading. */
function Count({ count }: { count: number | undefined }) {
  return (
    <Box component="span" aria-hidden className="tabular" sx={{ minWidth: '1ch', fontSize: '12px !important', color: 'text.secondary' }}>
      {count}
    </Box>
  );
}

const choice = {
  '@media (pointer: coarse)': { minHeight: 40 },
  // On a phone the names alone need two lines.
  '& .MuiButton-endIcon': { display: { xs: 'none', sm: 'inherit' }, ml: 0.75, mr: 0 },
  '&[aria-pressed=true], &[aria-pressed=true]:hover': {
    color: 'primary.main',
    borderColor: 'primary.main',
    bgcolor: 'surface.selected',
  },
} as const;
