import { CUSTOMERS } from '../customers.ts';
import type { WorldLead } from '../types.ts';

/** The contact details of a lead who is a customer already. */
export function contact(key: string): Pick<WorldLead, 'name' | 'company' | 'email' | 'phone'> & { customer: string } {
  const customer = CUSTOMERS.find((each) => each.key === key);
  if (!customer) throw new Error(`No customer has the key ${key}`);
  const { name, company, email, phone } = customer;
  return { name, company, email, phone, customer: key };
}
