import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerNumbers_CustomerFragment } from '#web/gql/graphql.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

const CustomerNumbers_customer = graphql(`
  fragment CustomerNumbers_customer on Customer {
    id
    metrics {
      orders
      lifetimeValue
      openLeads
      openValue
      calls
      repliesUsed
      emailsPersonalized
      lastContactAt
    }
  }
`);

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What a customer is worth, and how often we were in touch. */
export function CustomerNumbers(props: { customer: FragmentType<CustomerNumbers_CustomerFragment> }) {
  const { data } = useSuspenseFragment({ fragment: CustomerNumbers_customer, from: props.customer });
  const { orders, lifetimeValue, openLeads, openValue, calls, repliesUsed, emailsPersonalized, lastContactAt } = data.metrics;
  const emails = repliesUsed + emailsPersonalized;
  return (
    <Box component="dl" aria-label="Numbers" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0 }}>
      <Tile label="Lifetime value" detail={counted(orders, 'order')}>
        <MoneyText value={lifetimeValue} />
      </Tile>
      <Tile label="Open value" detail={counted(openLeads, 'open lead')}>
        <MoneyText value={openValue} />
      </Tile>
      <Tile label="Last contact" detail={lastContactAt ? date.format(new Date(lastContactAt)) : 'No call or email yet'}>
        {lastContactAt ? <RelativeTime at={lastContactAt} /> : 'Never'}
      </Tile>
      <Tile label="Contacts" detail={`${counted(calls, 'call')}, ${counted(emails, 'email')}`}>
        {calls + emails}
      </Tile>
    </Box>
  );
}

function Tile({ label, detail, children }: { label: string; detail?: string; children: ReactNode }) {
  return (
    <Box sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'surface.raised', minWidth: 0 }}>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography variant="h6" component="div" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
          {children}
        </Typography>
        {detail && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
