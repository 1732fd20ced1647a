import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Paper, Stack, Typography } from '@mui/material';
import { useLayoutEffect, useRef } from 'react';
import { STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CallLinks_CallFragment } from '#web/gql/graphql.ts';
import { customerPath, leadPath } from '#web/lib/paths.ts';
import { CustomerPicker } from '#web/ui/fields/CustomerPicker.tsx';
import { LeadPicker } from '../LeadPicker.tsx';
import { Section } from '../Section.tsx';
import { useUpdateCall } from '../use-update-call.ts';
import { LinkedTo } from './LinkedTo.tsx';
import { type CallLink, Suggestions } from './Suggestions.tsx';

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

/** Whose call it is: the customer and the lead it is linked to, whom it may belong to, or anybody else by name. */
export function CallLinks({ call }: { call: FragmentType<CallLinks_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: CallLinks_call, from: call });
  const update = useUpdateCall();
  const people = useRef<HTMLDivElement>(null);
  const linkedTo = `${data.customer?.id} ${data.lead?.id}`;
  const known = useRef(linkedTo);
  const isOurs = useRef(false);
  // What was pressed or picked from goes with the link: then the focus stays among the people.
  useLayoutEffect(() => {
    if (known.current === linkedTo) return;
    known.current = linkedTo;
    if (isOurs.current && document.activeElement === document.body) people.current?.focus();
    isOurs.current = false;
  }, [linkedTo]);
  if (!complete) return null;
  const { id, customer, lead, callerPhone } = data;
  const change = async (link: CallLink) => {
    isOurs.current = true;
    if (!(await update(id, link)).saved) isOurs.current = false;
  };
  return (
    <Paper sx={{ p: 2 }}>
      <Section title="People">
        <Stack ref={people} tabIndex={-1} spacing={1.5} sx={{ '&:focus': { outline: 'none' } }}>
          {callerPhone && (
            <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
              Called from {callerPhone}
            </Typography>
          )}
          {(!customer || !lead) && <Suggestions id={id} onLink={(link) => change(link)} />}
          {customer ? (
            <LinkedTo
              kind="Customer"
              name={customer.name}
              detail={customer.company}
              to={customerPath(customer.id)}
              onUnlink={() => change({ customerId: null })}
            />
          ) : (
            <CustomerPicker label="Customer" value={null} onChange={(picked) => picked && change({ customerId: picked.id })} />
          )}
          {lead ? (
            <LinkedTo
              kind="Lead"
              name={lead.name}
              detail={STAGE_LABELS[lead.stage]}
              to={leadPath(lead.id)}
              onUnlink={() => change({ leadId: null })}
            />
          ) : (
            <LeadPicker value={null} onChange={(picked) => picked && change({ leadId: picked.id })} />
          )}
        </Stack>
      </Section>
    </Paper>
  );
}
