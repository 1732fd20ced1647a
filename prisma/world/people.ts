import { ago } from './moment.ts';
import type { WorldPerson } from './types.ts';

/** The company the story is about: it sells, rents and services office coffee machines, and roasts what goes into them. */
export const COMPANY = {
  name: 'Brasswick Coffee Works',
  domain: 'brasswick.example',
  city: 'Columbus, Ohio',
  supportPhone: '(614) 555-0100',
  salesPhone: '(614) 555-0102',
  supportEmail: 'support@brasswick.example',
  salesEmail: 'sales@brasswick.example',
  portal: 'orders.brasswick.example',
} as const;

/** The team. `demo` is the person who signs in to the demo. */
export const PEOPLE: readonly WorldPerson[] = [
  {
    key: 'demo',
    username: 'demo',
    email: 'dana.whitfield@brasswick.example',
    firstName: 'Dana',
    lastName: 'Whitfield',
    jobTitle: 'Sales Manager',
    role: 'manager',
    joined: ago(90),
  },
  {
    key: 'marcus',
    username: 'marcus',
    email: 'marcus.oyelaran@brasswick.example',
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    jobTitle: 'Account Executive',
    role: 'rep',
    joined: ago(89, 600),
  },
  {
    key: 'priya',
    username: 'priya',
    email: 'priya.venkatesan@brasswick.example',
    firstName: 'Priya',
    lastName: 'Venkatesan',
    jobTitle: 'Account and Service Representative',
    role: 'rep',
    joined: ago(89, 540),
  },
  {
    key: 'helen',
    username: 'helen',
    email: 'helen.brandt@brasswick.example',
    firstName: 'Helen',
    lastName: 'Brandt',
    jobTitle: 'Sales Coach',
    role: 'coach',
    joined: ago(88, 300),
  },
];
