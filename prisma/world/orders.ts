import { DELIVERED_ORDERS } from './orders/delivered.ts';
import { RECENT_ORDERS } from './orders/recent.ts';
import type { WorldOrder } from './types.ts';

/** Every order of the store, the oldest first; their numbers follow one another. */
export const ORDERS: readonly WorldOrder[] = [...DELIVERED_ORDERS, ...RECENT_ORDERS];
