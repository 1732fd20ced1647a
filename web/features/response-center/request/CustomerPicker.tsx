import { useQuery } from '@apollo/client/react';
import { Suspense, startTransition, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { FindAddresseeQuery } from '#web/gql/graphql.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { PickerFrame } from './PickerFrame.tsx';

const FindAddressee = graphql(`
  query FindAddressee($search: String) {
    customers(search: $search, first: 8) {
      nodes {
        id
        name
        email
        company
      }
    }
  }
`);

// Few replies are for a customer who is looked up: it loads on intent, or with a customer who was handed over.
const SearchPicker = lazyWithPreload(() => import('#web/ui/fields/SearchPicker.tsx').then((m) => m.SearchPicker<Picked>));

/** The customer a reply is for. */
export type Recipient = FindAddresseeQuery['customers']['nodes'][number];

const LABEL = 'Customer (optional)';
const SUGGESTIONS = 8;
const withDetail = (customer: Recipient) => ({ ...customer, detail: [customer.company, customer.email].filter(Boolean).join(' · ') });

type Picked = Recipient & { detail: string };

type CustomerPickerProps = { value: Recipient | null; onChange: (customer: Recipient | null) => void };

/** Finds the customer to answer; the reply greets them and is kept with them. */
export function CustomerPicker({ value, onChange }: CustomerPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, type] = useState('');
  const [near, setNear] = useState(false);
  const [focused, setFocused] = useState(false);
  const search = useDebounced(value?.name === typed ? '' : typed.trim(), 250);
  const { data, previousData, loading, error } = useQuery(FindAddressee, { variables: { search: search || null }, skip: !open });
  const items = (data ?? previousData)?.customers.nodes.slice(0, SUGGESTIONS).map(withDetail) ?? [];

  const frame = (
    <PickerFrame
      label={LABEL}
      typed={value?.name ?? typed}
      // A transition: the field that is being typed in stays until the picker is there.
      onNear={() => startTransition(() => setNear(true))}
      onFocused={setFocused}
      onType={(text) => {
        type(text);
        setOpen(true);
      }}
    />
  );
  return (
    <ErrorBoundary fallback={() => frame}>
      <Suspense fallback={frame}>
        {near || value ? (
          <SearchPicker
            label={LABEL}
            noun="customers"
            value={value && withDetail(value)}
            onChange={onChange}
            search={{ typed, type, open, setOpen }}
            found={{ items, loading, failed: error !== undefined }}
            autoFocus={focused}
          />
        ) : (
          frame
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
