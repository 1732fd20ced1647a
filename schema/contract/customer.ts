import { z } from 'zod';
import { TEXT_LIMITS } from './limits.ts';
import { optionalEmail, optionalId, optionalLine, ownerId, required } from './text.ts';

const name = required(TEXT_LIMITS.line, 'Name is required');

/** A new customer, as the form, `createCustomer` and `POST /api/customers` send it. */
export const NewCustomer = z.object({
  name,
  email: optionalEmail,
  phone: optionalLine,
  company: optionalLine,
  shopifyCustomerId: optionalLine,
  /** Absent: whoever adds the customer. */
  ownerId,
});
export type NewCustomer = z.output<typeof NewCustomer>;

/** The fields of a customer that a person may change; those left out stay as they are. */
export const CustomerChanges = NewCustomer.partial();
export type CustomerChanges = z.output<typeof CustomerChanges>;

/** What is typed in the form while one looks whether somebody has it already; it need not be whole yet. */
export const SimilarTo = z.object({
  email: optionalLine,
  phone: optionalLine,
  /** The customer whose form it is. */
  exceptId: optionalId,
});
