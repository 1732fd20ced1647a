import { useQuery } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { LinkReason } from '#web/gql/graphql.ts';

export const CallSuggestions = graphql(`
  query CallSuggestions($id: ID!) {
    transcription(id: $id) {
      id
      suggestedCustomers {
        reason
        said
        customer {
          id
          name
        }
      }
      suggestedLeads {
        reason
        said
        lead {
          id
          name
        }
      }
    }
  }
`);

const BECAUSE = {
  phone: () => 'Same phone number',
  name: (said: string) => `“${said}” was said`,
} as const satisfies Record<LinkReason, (said: string) => string>;

type SuggestionProps = { because: string; name: string; kind: 'customer' | 'lead'; onLink: () => void };

function Suggestion({ because, name, kind, onLink }: SuggestionProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1, pl: 1.25, borderRadius: '8px', bgcolor: 'surface.raised' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {because}:
        </Typography>
        <Typography variant="body2" component="p" sx={{ fontWeight: 500 }}>
          {name}
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {` ${kind}`}
          </Typography>
        </Typography>
      </Box>
      <Button size="small" variant="outlined" onClick={onLink} aria-label={`Link ${kind} ${name}`}>
        Link
      </Button>
    </Box>
  );
}

/** To whom a call is linked, or no more. */
export type CallLink = { customerId: string | null } | { leadId: string | null };

/** Whom a call that is linked to nobody may belong to. */
export function Suggestions({ id, onLink }: { id: string; onLink: (link: CallLink) => void }) {
  const { data } = useQuery(CallSuggestions, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const { suggestedCustomers = [], suggestedLeads = [] } = data?.transcription ?? {};
  return (
    <>
      {suggestedCustomers.map(({ reason, said, customer }) => (
        <Suggestion
          key={customer.id}
          kind="customer"
          name={customer.name}
          because={BECAUSE[reason](said)}
          onLink={() => onLink({ customerId: customer.id })}
        />
      ))}
      {suggestedLeads.map(({ reason, said, lead }) => (
        <Suggestion key={lead.id} kind="lead" name={lead.name} because={BECAUSE[reason](said)} onLink={() => onLink({ leadId: lead.id })} />
      ))}
    </>
  );
}
