/** What can go wrong with a shop, and what Callboard does then. `docs/faults.md` shows the table; every row has a test of its own. */
export const SHOPIFY_FAULTS = {
  throttled: ['The query budget is used up (THROTTLED, with HTTP 200)', 'Waits for the time computed from the bucket, then retries.'],
  tooMany: ['HTTP 429 with a decimal Retry-After', 'Waits that long, then retries.'],
  maxCost: ['A query costs more than the shop allows (MAX_COST_EXCEEDED)', 'Halves the page size until it fits.'],
  neverFits: ['A query costs more than the whole bucket', 'Halves the page size until it fits, instead of waiting forever.'],
  longPage: ['A page of more than 250 orders', 'Never requests one; Shopify would refuse it.'],
  unquoted: [
    'An unquoted date in a search: Shopify returns something else and only warns',
    'Quotes every date, and treats every search warning as an error.',
  ],
  ties: ['Many orders changed in the same second', 'Reads each exactly once.'],
  longOrder: ['An order has more line items than a page shows', 'Requests the rest.'],
  depth: ['A cursor can page through 25,000 orders only', 'Starts again from the last change it saved.'],
  sixtyDays: [
    'Orders older than 60 days are missing without an error',
    'Reports it when the connection is tested, and names the missing scope.',
  ],
  badToken: ['The access token is refused (401)', 'Reports it, and names the setting to check.'],
  endedToken: ['A granted token expires early (401)', 'Requests a new one, once, and continues.'],
  badClient: ['Client id and secret are refused', 'Reports it, and names the settings to check.'],
  plan: ['The plan of the store does not include it (402)', 'Reports it.'],
  rights: ['The app may not read the store (403)', 'Reports it, and names the scopes it needs.'],
  unknown: ['The store or API version does not exist (404)', 'Reports it, and names the settings to check.'],
  locked: ['The store is locked (423) or not active', 'Reports it.'],
  denied: ['The app lacks the scope to read orders (ACCESS_DENIED)', 'Reports it, and names the scopes it needs.'],
  customersWithheld: ['Customers are withheld, orders are not', 'Reads the orders without their customers, and logs it once.'],
  broken: ['A server error (5xx, INTERNAL_SERVER_ERROR)', 'Retries three times with increasing delays, then reports it.'],
  silence: ['No response', 'Times out after 20 seconds, retries three times, then reports it.'],
  cut: ['The response is cut off', 'Retries three times, then reports it.'],
  html: ['An HTML page instead of JSON', 'Reports an invalid response.'],
  endless: ['An endless response', 'Stops reading after 32 MB and reports it.'],
  connectionRefused: ['Connection refused', 'Retries three times, then reports it.'],
  version: ['Another API version responds', 'Continues, logs it once, and reports it when the connection is tested.'],
  newWord: ['An unknown status', 'Stores it as sent; lists show it grey.'],
  guest: ['An order without a customer', 'Finds or creates a customer by email or phone; without either the order has no customer.'],
  largeId: ['Ids too large for a number', 'Reads ids as text only.'],
  largeTotal: ['A total that is too large', 'Skips that order, keeps the others, and reports it.'],
  exportFails: ['The bulk export fails or has expired', 'Reads page by page instead.'],
  exportCut: ['The file of a bulk export is cut off', 'Requests it again and continues after the last saved line.'],
  scattered: ['Line items are far from their order in the file', 'Requests those orders again.'],
  stopped: ['The server stops during a sync', 'The next sync continues from the last saved page.'],
  forged: ['A webhook with a wrong signature', 'Refused with 401, without a reason.'],
  repeated: ['A webhook arrives twice', 'Is applied once.'],
  reordered: ['Webhooks arrive in the wrong order', 'Older data changes nothing.'],
  stale: ['A webhook arrives hours late', 'Reads the current order; older data changes nothing.'],
  rotation: ['The webhook secret is replaced', 'Accepts the old and the new one while both are set.'],
} as const satisfies Record<string, readonly [fault: string, does: string]>;

export type ShopifyFault = keyof typeof SHOPIFY_FAULTS;

/** The name of the test that proves a row. */
export const fault = (key: ShopifyFault): string => SHOPIFY_FAULTS[key].join(' → ');
