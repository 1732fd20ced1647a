import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, Chip, Typography } from '@mui/material';
import { Building2, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerCard_CustomerFragment } from '#web/gql/graphql.ts';
import { memoRow } from '#web/lib/memo-row.ts';
import { Permitted } from '#web/session/session.tsx';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { Highlighted } from '#web/ui/lists/Highlighted.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { highlights } from './highlights.ts';

const CustomerCard_customer = graphql(`
  fragment CustomerCard_customer on Customer {
    id
    name
    email
    phone
    company
    shopifyCustomerId
    createdAt
  }
`);

/** Approximate height of a card in pixels. */
const CARD_HEIGHT = 206;

const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

type CustomerCardProps = {
  customer: FragmentType<CustomerCard_CustomerFragment>;
  /** The search term, highlighted where it matches. */
  search: string;
  onView: () => void;
  onEdit: () => void;
};

/** A customer's name and contact details, with View and Edit. */
export const CustomerCard = memoRow(function CustomerCard({ search, onView, onEdit, ...props }: CustomerCardProps) {
  const { data: customer } = useSuspenseFragment({ fragment: CustomerCard_customer, from: props.customer });
  const { name, email, phone, company, shopifyCustomerId, createdAt } = customer;
  return (
    <CardItem label={name} height={CARD_HEIGHT}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="h2" component="h2" dir="auto" title={name} sx={{ ...twoLines, flex: 1, minWidth: 0, textAlign: 'left' }}>
          <Highlighted parts={highlights(name, search)} />
        </Typography>
        {shopifyCustomerId && <Chip color="success" label="Shopify" />}
      </Box>
      <Box sx={{ display: 'grid', gap: 0.75, flex: 1, alignContent: 'start' }}>
        <Line icon={<Mail size={16} />} text={email} search={search} />
        <Line icon={<Phone size={16} />} text={phone} search={search} />
        <Line icon={<Building2 size={16} />} text={company} search={search} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
          Added <RelativeTime at={createdAt} />
        </Typography>
        <Button size="small" variant="outlined" aria-label={`View ${name}`} onClick={onView}>
          View
        </Button>
        <Permitted to="customer.change">
          <Button size="small" variant="outlined" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        </Permitted>
      </Box>
    </CardItem>
  );
});

function Line({ icon, text, search }: { icon: ReactNode; text: string | null; search: string }) {
  if (!text) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, color: 'text.secondary' }}>
      <Box aria-hidden sx={{ display: 'flex', flexShrink: 0 }}>
        {icon}
      </Box>
      <Typography variant="body2" noWrap dir="auto" title={text} sx={{ textAlign: 'left' }}>
        <Highlighted parts={highlights(text, search)} />
      </Typography>
    </Box>
  );
}
