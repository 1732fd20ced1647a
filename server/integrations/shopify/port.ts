/** Someone who bought, as the shop sends them; any of it may be missing or blacked out. */
export interface ShopCustomer {
  /** The shop's own id, digits only; null for a guest. */
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
}

export interface ShopLine {
  readonly sku: string | null;
  readonly title: string;
  readonly quantity: number;
  /** Per item, exact decimal text. */
  readonly price: string | null;
}

export interface ShopFulfilment {
  /** `unfulfilled`, `in_progress`, `fulfilled`; the shop may have others. */
  readonly status: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
}

/** An order as we understand it, wherever it came from: a page, a bulk file, a webhook. */
export interface ShopOrder {
  /** The shop's own id, digits only and never a JavaScript number. */
  readonly id: string;
  /** As the customer knows it: #1001. */
  readonly number: string;
  readonly status: string;
  /** As sold, exact decimal text. */
  readonly totalPrice: string;
  readonly currency: string;
  readonly createdAt: Date;
  /** When the shop last changed it; guards against outdated deliveries. */
  readonly updatedAt: Date;
  readonly cancelledAt: Date | null;
  /** A test order, which nobody paid for. */
  readonly test: boolean;
  readonly customer: ShopCustomer | null;
  readonly lines: readonly ShopLine[];
  readonly fulfilment: ShopFulfilment;
  readonly note: string | null;
  /** What the shop itself calls its states, and what is left of the total after refunds. */
  readonly financialStatus: string | null;
  readonly cancelReason: string | null;
  readonly currentTotal: string | null;
}

/** A page of orders, with what it reveals about the rest. */
export interface ShopPage {
  readonly orders: readonly ShopOrder[];
  /** How many could not be read and are left out. */
  readonly unreadable: number;
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** A chunk of a bulk export. */
export interface BulkChunk extends Omit<ShopPage, 'next'> {
  /** How many lines of the file have been read when these orders are stored. */
  readonly lines: number;
  /** Orders whose line items came too late in the file to be added: they have to be requested again. */
  readonly incomplete: readonly string[];
}

/** Everything there is, as a file the shop prepares. */
export interface BulkExport {
  readonly id: string;
  /** By the shop's clock: what changed later is not in it. */
  readonly begunAt: Date;
}

export interface ShopReport {
  readonly name: string;
  /** Rights the token does not have, without which something is missing. */
  readonly missing: readonly string[];
  /** Whether orders older than 60 days can be seen. */
  readonly seesAll: boolean;
  /** The API version of the response, if it differs from the requested one. */
  readonly servedVersion: string | null;
}

/** What a shop may fail with. */
export type ShopFailureCode =
  | 'unreachable'
  | 'slow'
  | 'token'
  | 'rights'
  | 'plan'
  | 'closed'
  | 'unknown'
  | 'throttled'
  | 'broken'
  | 'invalid_response'
  | 'too_large'
  | 'too_costly'
  | 'refused'
  | 'export';

/** The shop failed; the message names the service and what to do. */
export class ShopFailure extends Error {
  readonly code: ShopFailureCode;
  constructor(code: ShopFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ShopFailure';
    this.code = code;
  }
}

/** The operations of a shop. All reject with `ShopFailure`, or with the signal's reason when it is aborted. */
export interface Shop {
  /** The identity of the shop: the sync state of another shop does not apply to it. */
  readonly store: string;
  /** Whether it knows us, and what it lets us see. */
  test(): Promise<ShopReport>;
  /** How many orders changed since; counted no farther than `limit`. */
  count(since: Date | null, limit: number, signal?: AbortSignal): Promise<number>;
  /** Orders that changed since, in the order of their changes, page by page. */
  changes(request: { readonly since: Date | null; readonly after: string | null; readonly signal?: AbortSignal }): Promise<ShopPage>;
  /** Single orders; deleted and hidden ones are left out. */
  orders(ids: readonly string[], signal?: AbortSignal): Promise<readonly ShopOrder[]>;
  /** Requests a bulk export of everything to a file. */
  beginExport(signal?: AbortSignal): Promise<BulkExport>;
  /** Waits for the file and reads it from a line on. */
  readExport(bulk: BulkExport, fromLine: number, signal?: AbortSignal): AsyncIterable<BulkChunk>;
}
