import type { Product } from './types.ts';

/** What the store sells, with the prices that the training items name. Portal prices are without sales tax. */
export const CATALOGUE = {
  wren: { sku: 'BW-WREN', title: 'Brasswick Wren bean-to-cup machine', price: '2890.00' },
  heron: { sku: 'BW-HERON', title: 'Brasswick Heron bean-to-cup machine, plumbed', price: '6450.00' },
  condor: { sku: 'BW-CONDOR', title: 'Brasswick Condor fresh-milk machine, twin hopper', price: '12900.00' },
  kestrel: { sku: 'BW-KESTREL', title: 'Brasswick Kestrel two-group espresso machine', price: '9800.00' },
  shrike: { sku: 'BW-SHRIKE', title: 'Brasswick Shrike on-demand grinder', price: '1150.00' },
  plover: { sku: 'BW-PLOVER', title: 'Brasswick Plover batch brewer', price: '1240.00' },
  nest: { sku: 'BW-NEST', title: 'Nest milk fridge, 2.1 gallons', price: '690.00' },
  wrenSetup: { sku: 'IN-WREN', title: 'Wren setup visit', price: '150.00' },
  heronInstall: { sku: 'IN-HERON', title: 'Heron installation', price: '390.00' },
  condorInstall: { sku: 'IN-CONDOR', title: 'Condor installation', price: '690.00' },
  kestrelInstall: { sku: 'IN-KESTREL', title: 'Kestrel installation', price: '850.00' },
  weekday: { sku: 'CF-WKD-5', title: 'Weekday Blend, 5 lb', price: '68.00' },
  overtime: { sku: 'CF-OVT-5', title: 'Overtime Dark Roast, 5 lb', price: '66.00' },
  firstLight: { sku: 'CF-FLT-5', title: 'First Light Single Origin, 5 lb', price: '79.00' },
  decaf: { sku: 'CF-NOF-5', title: 'Night Off Decaf, 5 lb', price: '74.00' },
  weekdaySub: { sku: 'CF-WKD-5-S', title: 'Weekday Blend, 5 lb (subscription)', price: '61.20' },
  overtimeSub: { sku: 'CF-OVT-5-S', title: 'Overtime Dark Roast, 5 lb (subscription)', price: '59.40' },
  firstLightSub: { sku: 'CF-FLT-5-S', title: 'First Light Single Origin, 5 lb (subscription)', price: '71.10' },
  decafSub: { sku: 'CF-NOF-5-S', title: 'Night Off Decaf, 5 lb (subscription)', price: '66.60' },
  chocolate: { sku: 'PV-CHOC-5', title: 'Drinking chocolate, 5 lb', price: '38.00' },
  oatMilk: { sku: 'PV-OAT-12', title: 'Barista oat milk, case of 12', price: '41.40' },
  tablets: { sku: 'CL-TAB-100', title: 'Cleaning tablets, jar of 100', price: '32.00' },
  milkCleaner: { sku: 'CL-MILK-1', title: 'Milk system cleaner, 1 quart', price: '19.50' },
  descaler: { sku: 'CL-DESC-4', title: 'Descaler, 4 sachets', price: '28.00' },
  filter: { sku: 'WF-CLEAR', title: 'ClearRun water filter cartridge', price: '84.00' },
  cups: { sku: 'CU-8OZ-1000', title: 'Compostable cups 8 oz, case of 1,000', price: '118.00' },
  lids: { sku: 'CU-LID-1000', title: 'Compostable lids, case of 1,000', price: '64.00' },
  delivery: { sku: 'DELIVERY', title: 'Standard delivery', price: '12.50' },
} as const satisfies Record<string, Product>;

export type ProductKey = keyof typeof CATALOGUE;
