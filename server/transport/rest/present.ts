import { splitName } from '#contract/customer.ts';
import type { AiResponse, Customer, Lead, Prisma, User } from '#prisma/generated/client.ts';

// What each noun looks like in JSON. Amounts are text with two decimals; a password's hash is nowhere.

const money = (amount: Prisma.Decimal | null): string | null => amount?.toFixed(2) ?? null;

export const presentUser = ({
  id,
  username,
  email,
  firstName,
  lastName,
  jobTitle,
  profileImageUrl,
}: Pick<User, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'jobTitle' | 'profileImageUrl'>) => ({
  id,
  username,
  email,
  firstName,
  lastName,
  jobTitle,
  profileImageUrl,
});

export const presentCustomer = (customer: Customer) => ({ ...customer, ...splitName(customer.name) });

export const presentLead = (lead: Lead) => ({ ...lead, value: money(lead.value) });

/** An answer of the assistant, by the name the old client reads it (`response`) and by the stored one. */
export const presentReply = (reply: AiResponse) => ({ ...reply, response: reply.generatedResponse });
