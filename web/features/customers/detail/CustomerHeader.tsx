import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Button, Chip, IconButton, Link, Typography } from '@mui/material';
import { Copy, Mail, Pencil, Phone, Sparkles, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { CustomerHeader_CustomerFragment, CustomerMetrics_CustomerFragment } from '#web/gql/graphql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { dateFormat } from '#web/lib/format/formats.ts';
import { assignedTo, pluralize } from '#web/lib/format/text.ts';
import { PATHS } from '#web/lib/paths.ts';
import { PastRepliesButton } from '#web/replies/PastRepliesButton.tsx';
import { Permitted } from '#web/session/session.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

const CustomerHeader_customer = graphql(`
  fragment CustomerHeader_customer on Customer {
    id
    name
    company
    email
    phone
    shopifyCustomerId
    createdAt
    assignmentReason
    owner {
      id
      displayName
    }
  }
`);

type CustomerHeaderProps = {
  customer: FragmentType<CustomerHeader_CustomerFragment>;
  /** The element id of the name, which labels the drawer. */
  titleId: string;
  onEdit: () => void;
  onClose: () => void;
};

const head = {
  display: 'grid',
  // A long address must not widen the drawer.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  p: { xs: 2, sm: 3 },
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;

/** Name and contact details, with buttons to write a reply and to edit. */
export function CustomerHeader({ titleId, onEdit, onClose, ...props }: CustomerHeaderProps) {
  const { data: customer } = useSuspenseFragment({ fragment: CustomerHeader_customer, from: props.customer });
  const { id, name, company, email, phone, shopifyCustomerId, createdAt, owner, assignmentReason } = customer;
  const navigate = useNavigate();
  const writeReply = () => navigate(PATHS.responseCenter, { state: { customerId: id } });

  return (
    <Box component="header" sx={head}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
        <Box aria-hidden>
          <Avatar name={name} size={44} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h5" component="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography
            component="div"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, color: 'text.secondary' }}
          >
            {company && <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{company}</Box>}
            {shopifyCustomerId && <Chip color="success" label="Shopify" />}
            <Typography component="span" variant="caption">
              Added <RelativeTime at={createdAt} /> · {owner ? `Owner: ${owner.displayName}` : 'No owner'}
            </Typography>
          </Typography>
          {assignmentReason && (
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {assignedTo(owner?.displayName, assignmentReason)}
            </Typography>
          )}
        </Box>
        <DrawerCloseButton onClose={onClose} />
      </Box>
      {(email || phone) && (
        <Box>
          {email && (
            <ContactLine
              icon={<Mail size={16} />}
              label="Email address"
              text={email}
              href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
            />
          )}
          {phone && (
            <ContactLine icon={<Phone size={16} />} label="Phone number" text={phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} />
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Permitted to="aiResponse.change">
          <Button variant="contained" startIcon={<Sparkles size={16} aria-hidden />} onClick={writeReply}>
            Write a reply
          </Button>
        </Permitted>
        <PastRepliesButton customerId={id} />
        <Permitted to="customer.change">
          <Button variant="outlined" startIcon={<Pencil size={16} aria-hidden />} onClick={onEdit}>
            Edit
          </Button>
        </Permitted>
      </Box>
    </Box>
  );
}

export function DrawerCloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Tooltip title="Close">
      <IconButton aria-label="Close" onClick={onClose} edge="end" sx={{ mt: -0.5 }}>
        <X size={18} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

type ContactLineProps = { icon: ReactNode; label: string; text: string; href: string };

/** An email address or phone number, to follow or to copy. */
function ContactLine({ icon, label, text, href }: ContactLineProps) {
  const copy = () =>
    copyText(text).then(
      () => notify({ title: 'Success', description: `${label} copied to clipboard.`, tone: 'success' }),
      () => notify({ title: 'Error', description: `Failed to copy ${label.toLowerCase()}.`, tone: 'error' }),
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, minHeight: 32 }}>
      <Box aria-hidden sx={{ display: 'flex', flexShrink: 0, color: 'text.secondary' }}>
        {icon}
      </Box>
      <Link href={href} noWrap sx={{ minWidth: 0, '@media (pointer: coarse)': { lineHeight: '40px' } }} title={text}>
        {text}
      </Link>
      <Tooltip title={`Copy ${label.toLowerCase()}`}>
        <IconButton size="small" aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

const CustomerMetrics_customer = graphql(`
  fragment CustomerMetrics_customer on Customer {
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

const date = dateFormat({ dateStyle: 'medium' });

/** Revenue and contact metrics in four tiles. */
export function CustomerMetrics(props: { customer: FragmentType<CustomerMetrics_CustomerFragment> }) {
  const { data } = useSuspenseFragment({ fragment: CustomerMetrics_customer, from: props.customer });
  const { orders, lifetimeValue, openLeads, openValue, calls, repliesUsed, emailsPersonalized, lastContactAt } = data.metrics;
  const emails = repliesUsed + emailsPersonalized;
  return (
    <Box component="dl" aria-label="Metrics" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0 }}>
      <Tile label="Lifetime value" detail={pluralize(orders, 'order')}>
        <MoneyText value={lifetimeValue} />
      </Tile>
      <Tile label="Open value" detail={pluralize(openLeads, 'open lead')}>
        <MoneyText value={openValue} />
      </Tile>
      <Tile label="Last contact" detail={lastContactAt ? date.format(new Date(lastContactAt)) : 'No calls or emails yet'}>
        {lastContactAt ? <RelativeTime at={lastContactAt} /> : 'Never'}
      </Tile>
      <Tile label="Contacts" detail={`${pluralize(calls, 'call')}, ${pluralize(emails, 'email')}`}>
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
