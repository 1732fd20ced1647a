import type { FragmentType } from '@apollo/client';
import { useFragment, useQuery } from '@apollo/client/react';
import { Box, Button, IconButton, Link, Paper, Typography } from '@mui/material';
import { Unlink } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CallLinks_CallFragment, LinkReason } from '#web/gql/graphql.ts';
import { customerPath, leadPath } from '#web/lib/paths.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { CustomerPicker } from '#web/ui/fields/CustomerPicker.tsx';
import { Section } from '#web/ui/Section.tsx';
import { touchTarget } from '#web/ui/styles.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { LeadPicker } from '../LeadPicker.tsx';
import { useUpdateCall } from '../use-update-call.ts';

const CallLinks_call = graphql(`
  fragment CallLinks_call on Transcription {
    id
    callerPhone
    customer {
      id
      name
      company
    }
    lead {
      id
      name
      stage
    }
  }
`);

/** The linked customer and lead, suggestions, and pickers to link others. */
export function CallLinks({ call }: { call: FragmentType<CallLinks_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: CallLinks_call, from: call });
  const update = useUpdateCall();
  const mayChange = useMay('transcription.change');
  const sectionRef = useRef<HTMLDivElement>(null);
  const links = `${data.customer?.id} ${data.lead?.id}`;
  const previousLinks = useRef(links);
  const isOwnChange = useRef(false);
  // Linking removes the focused control: then the section takes the focus.
  useLayoutEffect(() => {
    if (previousLinks.current === links) return;
    previousLinks.current = links;
    if (isOwnChange.current && document.activeElement === document.body) sectionRef.current?.focus();
    isOwnChange.current = false;
  }, [links]);
  if (!complete) return null;
  const { id, customer, lead, callerPhone } = data;
  const change = async (link: CallLink) => {
    isOwnChange.current = true;
    if (!(await update(id, link)).saved) isOwnChange.current = false;
  };
  return (
    <Paper sx={{ p: 2 }}>
      <Section title="People">
        <Box ref={sectionRef} tabIndex={-1} sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, '&:focus': { outline: 'none' } }}>
          {callerPhone && (
            <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
              Called from {callerPhone}
            </Typography>
          )}
          {mayChange && (!customer || !lead) && <Suggestions id={id} onLink={(link) => change(link)} />}
          {customer ? (
            <LinkedTo
              kind="Customer"
              name={customer.name}
              detail={customer.company}
              to={customerPath(customer.id)}
              onUnlink={mayChange ? () => change({ customerId: null }) : null}
            />
          ) : (
            mayChange && (
              <Permitted to="customer.read">
                <CustomerPicker label="Customer" value={null} onChange={(picked) => picked && change({ customerId: picked.id })} />
              </Permitted>
            )
          )}
          {lead ? (
            <LinkedTo
              kind="Lead"
              name={lead.name}
              detail={STAGE_LABELS[lead.stage]}
              to={leadPath(lead.id)}
              onUnlink={mayChange ? () => change({ leadId: null }) : null}
            />
          ) : (
            mayChange && (
              <Permitted to="lead.read">
                <LeadPicker value={null} onChange={(picked) => picked && change({ leadId: picked.id })} />
              </Permitted>
            )
          )}
        </Box>
      </Section>
    </Paper>
  );
}

type LinkedToProps = { kind: 'Customer' | 'Lead'; name: string; detail: string | null; to: string; onUnlink: (() => void) | null };

/** A linked customer or lead, with an unlink button. */
function LinkedTo({ kind, name, detail, to, onUnlink }: LinkedToProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {kind}
        </Typography>
        <Link component={RouterLink} to={to} sx={{ ...touchTarget, fontWeight: 500, overflowWrap: 'anywhere' }}>
          {name}
        </Link>
        {detail && (
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
      {onUnlink && (
        <Tooltip title={`Unlink ${name}`}>
          <IconButton size="small" aria-label={`Unlink ${name}`} onClick={onUnlink}>
            <Unlink size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

const CallSuggestions = graphql(`
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

const REASONS = {
  phone: () => 'Same phone number',
  name: (mention: string) => `Mentioned “${mention}”`,
} as const satisfies Record<LinkReason, (mention: string) => string>;

type SuggestionProps = { reasonText: string; name: string; kind: 'customer' | 'lead'; onLink: () => void };

function Suggestion({ reasonText, name, kind, onLink }: SuggestionProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1, pl: 1.25, borderRadius: '8px', bgcolor: 'surface.raised' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {reasonText}:
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

/** A link to set; null unlinks. */
type CallLink = { customerId: string | null } | { leadId: string | null };

/** Customers and leads the call may belong to. */
function Suggestions({ id, onLink }: { id: string; onLink: (link: CallLink) => void }) {
  const { data } = useQuery(CallSuggestions, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const { suggestedCustomers = [], suggestedLeads = [] } = data?.transcription ?? {};
  return (
    <>
      {suggestedCustomers.map(({ reason, said, customer }) => (
        <Suggestion
          key={customer.id}
          kind="customer"
          name={customer.name}
          reasonText={REASONS[reason](said)}
          onLink={() => onLink({ customerId: customer.id })}
        />
      ))}
      {suggestedLeads.map(({ reason, said, lead }) => (
        <Suggestion
          key={lead.id}
          kind="lead"
          name={lead.name}
          reasonText={REASONS[reason](said)}
          onLink={() => onLink({ leadId: lead.id })}
        />
      ))}
    </>
  );
}
