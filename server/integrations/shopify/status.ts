/** A parcel of an order, as far as its state goes. */
export interface Parcel {
  readonly displayStatus: string | null;
  readonly deliveredAt: Date | null;
}

/** What an order's status is read from; the shop's words in capitals. */
export interface OrderState {
  readonly cancelled: boolean;
  readonly financial: string | null;
  readonly fulfilment: string | null;
  readonly parcels: readonly Parcel[];
}

const ARRIVED = new Set(['DELIVERED', 'PICKED_UP']);

const isDelivered = ({ parcels }: OrderState): boolean => {
  const sent = parcels.filter(({ displayStatus }) => displayStatus !== 'CANCELED');
  return sent.length > 0 && sent.every(({ displayStatus, deliveredAt }) => deliveredAt !== null || ARRIVED.has(displayStatus ?? ''));
};

interface Rule {
  readonly status: string;
  readonly when: (state: OrderState) => boolean;
}

/** What an order is called here; the first row that holds decides. */
const RULES: readonly Rule[] = [
  { status: 'cancelled', when: ({ cancelled, financial }) => cancelled || financial === 'VOIDED' },
  { status: 'refunded', when: ({ financial }) => financial === 'REFUNDED' },
  { status: 'delivered', when: (state) => state.fulfilment === 'FULFILLED' && isDelivered(state) },
  { status: 'shipped', when: ({ fulfilment }) => fulfilment === 'FULFILLED' },
  { status: 'partially_shipped', when: ({ fulfilment }) => fulfilment === 'PARTIALLY_FULFILLED' },
  { status: 'paid', when: ({ financial }) => financial === 'PAID' },
  { status: 'partially_refunded', when: ({ financial }) => financial === 'PARTIALLY_REFUNDED' },
  { status: 'expired', when: ({ financial }) => financial === 'EXPIRED' },
  {
    status: 'pending',
    when: ({ financial }) => financial === null || ['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID'].includes(financial),
  },
];

/** An unknown status of the shop is stored unchanged, in lower case; lists show it grey. */
export const statusOf = (state: OrderState): string =>
  RULES.find(({ when }) => when(state))?.status ?? (state.financial ?? 'pending').toLowerCase().slice(0, 40);
