import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import { searchIn } from '#server/language/retrieval/testing.ts';
import type { Reply, ReplyRequest } from '../../port.ts';
import { offlineAssistant } from '../assistant.ts';

const item = (id: string, title: string, content: string, tags: readonly string[], category = 'knowledge'): Knowledge => ({
  id,
  title,
  content,
  category,
  tags,
});

/** What a company that rents coffee machines and water coolers would train its assistant with. */
export const COFFEE: readonly Knowledge[] = [
  item(
    'prices',
    'BrewPro 200 and AquaPure pricing',
    'The BrewPro 200 costs $1,490 to buy or $79 a month to rent, including delivery and installation. The AquaPure 300 water cooler costs $690, or $29 a month to rent. Rental has no setup fee and can be ended with 30 days notice. Offer a 5% discount only if the customer hesitates.',
    ['pricing', 'rental'],
  ),
  item(
    'delivery',
    'Delivery times',
    'We deliver to England, Scotland and Wales within 3 to 5 working days. Deliveries to Northern Ireland take up to 8 working days. You can follow the parcel with the tracking link in the dispatch email.',
    ['delivery', 'shipping'],
  ),
  item(
    'returns',
    'Returns and refunds',
    'Customers can return unused equipment within 30 days for a full refund. Opened consumables cannot be returned. Refunds are paid to the original card within 5 working days after we receive the goods.',
    ['refund', 'returns'],
  ),
  item(
    'descaling',
    'Descaling the BrewPro',
    'Descale the machine every 3 months.\n1. Empty the water tank and the drip tray.\n2. Pour in one bottle of descaler and fill up with water.\n3. Hold the Clean button for 5 seconds until the light blinks.',
    ['maintenance', 'descaling'],
  ),
  item(
    'leaks',
    'BrewPro leaks',
    'If the BrewPro leaks from the bottom, the seal of the drip tray is usually worn. Switch the machine off at the wall. Remove the drip tray and check the grey seal. Push the seal back into its groove. If it still leaks, we send an engineer within 2 working days.',
    ['leak', 'fault'],
  ),
];

/** What a small software company would train its assistant with. */
export const SOFTWARE: readonly Knowledge[] = [
  item(
    'plans',
    'Plans and pricing',
    'The Starter plan costs $19 per seat per month. The Business plan costs $49 per seat per month and includes single sign-on. Teams of 20 seats or more get 10% off when they pay annually.',
    ['pricing', 'discount'],
  ),
  item(
    'connectors',
    'Integrations',
    'Ledgerly connects to Salesforce, HubSpot and QuickBooks with one click under Settings, Integrations. Everything else can be connected through our REST API and webhooks.',
    ['integration', 'api'],
  ),
  item(
    'password',
    'Resetting a password',
    'Open the sign-in page and click Forgot password. Enter your e-mail address and wait for the link. The link is valid for one hour.',
    ['password', 'login'],
  ),
  item(
    'cancelling',
    'Cancelling a subscription',
    'You can cancel at any time under Settings, Billing. Your plan stays active until the end of the period you have paid for. We keep your data for 90 days after that.',
    ['cancel', 'subscription'],
  ),
  item(
    'crash',
    'App crashes on upload',
    'Crashes during photo upload are fixed in version 4.2. Update the app from the store. Then sign out and sign in again. Photos larger than 25 MB are not supported.',
    ['crash', 'upload'],
    'response',
  ),
  item('security', 'Security', 'All data is encrypted at rest and in transit and stored in the EU. We are certified to ISO 27001.', [
    'security',
    'gdpr',
  ]),
  item(
    'trial',
    'Trial follow-up',
    'Hi {{customer_name}},\nThank you for trying Ledgerly.\nThe free trial lasts 14 days and needs no credit card.\nBest,\n{{agent}}',
    ['trial'],
    'email',
  ),
];

/** A request with everything that does not matter filled in. */
export function requestFor(message: string, rest: Partial<Omit<ReplyRequest, 'search'>> = {}): ReplyRequest {
  const { knowledge = COFFEE } = rest;
  return {
    message,
    responseType: 'support',
    customer: null,
    lead: null,
    knowledge,
    search: searchIn(knowledge),
    records: { knownBy: null, facts: [] },
    agent: { name: 'Sam Rivera', company: 'Northpeak' },
    ...rest,
  };
}

/** The offline reply to a message. */
export const replyTo = (message: string, rest: Partial<ReplyRequest> = {}): Promise<Reply> =>
  offlineAssistant().reply(requestFor(message, rest));
