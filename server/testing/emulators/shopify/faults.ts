/** What can go wrong with a shop, and what Callboard does then. `docs/faults.md` shows the table; every row has a test of its own. */
export const SHOPIFY_FAULTS = {
  throttled: ['The allowance of points is used up (THROTTLED, with HTTP 200)', 'Waits the time computed from the bucket, then asks again.'],
  tooMany: ['HTTP 429 with a Retry-After of decimals', 'Waits that long, then asks again.'],
  maxCost: ['A question costs more than the shop allows (MAX_COST_EXCEEDED)', 'Halves its pages until they fit.'],
  neverFits: ['A question costs more than the whole bucket holds', 'Halves its pages until they fit, instead of waiting for ever.'],
  longPage: ['A page of more than 250 orders', 'Never asks for one; Shopify would refuse it.'],
  unquoted: [
    'A date in a search without quotes: Shopify answers something else and only warns',
    'Quotes every date, and takes any warning of a search for an error.',
  ],
  ties: ['Many orders changed in the same second', 'Reads each exactly once.'],
  longOrder: ['An order has more line items than a page shows', 'Asks for the rest.'],
  depth: ['A cursor leads no farther than 25,000 orders', 'Begins anew from the last change it kept.'],
  sixtyDays: [
    'Orders older than 60 days are kept back without an error',
    'Says so when the connection is tested, and names the right that is missing.',
  ],
  badToken: ['The access token is refused (401)', 'Says so, and which setting to check.'],
  endedToken: ['A granted token ends early (401)', 'Asks for a new one, once, and goes on.'],
  badClient: ['Client id and secret are refused', 'Says so, and which settings to check.'],
  plan: ['The plan of the store does not include it (402)', 'Says so.'],
  rights: ['The app may not read the store (403)', 'Says so, and which rights it needs.'],
  unknown: ['There is no such store or version (404)', 'Says so, and which settings to check.'],
  locked: ['The store is locked (423) or not active', 'Says so.'],
  denied: ['The app has no right to read orders (ACCESS_DENIED)', 'Says so, and which rights it needs.'],
  keptBack: ['Customers are kept back, orders are not', 'Reads the orders without their customers, and logs it once.'],
  broken: ['An error of Shopify’s own (5xx, INTERNAL_SERVER_ERROR)', 'Tries three times more, each time later; then says so.'],
  silence: ['No answer', 'Gives up after 20 seconds, tries three times more, then says so.'],
  cut: ['An answer breaks off', 'Tries three times more, then says so.'],
  html: ['A page for people instead of an answer', 'Says that the answer makes no sense.'],
  endless: ['An answer without end', 'Stops reading after 32 MB and says so.'],
  nobody: ['Nobody there', 'Tries three times more, then says so.'],
  version: ['Another version of the interface answers', 'Goes on, logs it once, and says so when the connection is tested.'],
  newWord: ['A status we do not know', 'Keeps the store’s word; lists show it grey.'],
  guest: ['An order without a customer', 'Finds or makes a customer by email or phone; without either the order stands alone.'],
  largeId: ['Ids larger than a number can hold', 'Reads ids as text only.'],
  largeTotal: ['A total that does not fit', 'Leaves that order out, keeps the others, and says so.'],
  exportFails: ['The export of everything fails, or is gone', 'Reads page by page instead.'],
  exportCut: ['The file of an export breaks off', 'Asks for it again and goes on with the line after the last one kept.'],
  scattered: ['Line items stand far from their order in the file', 'Asks for those orders again.'],
  stopped: ['The server is stopped in the middle of a sync', 'The next sync goes on from the last page that was kept.'],
  forged: ['A webhook with a wrong signature', 'Refused with 401, without a word why.'],
  repeated: ['A webhook comes twice', 'Counts once.'],
  reordered: ['Webhooks come in the wrong order', 'What is older changes nothing.'],
  stale: ['A webhook comes hours late', 'Asks for the order as it is now; what is older changes nothing.'],
  rotation: ['The secret of the webhooks is replaced', 'Accepts the old and the new one while both are set.'],
} as const satisfies Record<string, readonly [fault: string, does: string]>;

export type ShopifyFault = keyof typeof SHOPIFY_FAULTS;

/** The name of the test that proves a row. */
export const fault = (key: ShopifyFault): string => SHOPIFY_FAULTS[key].join(' → ');
