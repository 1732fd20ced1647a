import type { ShopReport } from '#server/integrations/shopify/port.ts';

/** What a test of the connection found, as a sentence or a few. */
export function reportOf({ name, missing, seesAll, servedVersion }: ShopReport): { readonly success: boolean; readonly message: string } {
  const sees = !missing.includes('read_orders');
  const sentences = [
    `Connected to ${name}.`,
    missing.length > 0 && `The app lacks ${missing.join(' and ')}: give it to the app in Shopify, then install it again.`,
    sees && !seesAll && 'It sees orders of the last 60 days only: older ones need read_all_orders.',
    servedVersion && `Shopify answers with version ${servedVersion} of its interface: set SHOPIFY_API_VERSION.`,
  ];
  return { success: sees, message: sentences.filter(Boolean).join(' ') };
}
