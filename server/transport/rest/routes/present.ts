import { splitName } from '#contract/person.ts';
import { readAnalysis } from '#domain/transcription/analysis.ts';
import type {
  AiResponse,
  Customer,
  EmailTemplate,
  Lead,
  Order,
  Prisma,
  TrainingItem,
  Transcription,
  User,
} from '#prisma/generated/client.ts';

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

export const presentOrder = (order: Order) => ({ ...order, totalPrice: order.totalPrice.toFixed(2) });

/** What is deleted is never listed, so when it was says nothing. */
export const presentTrainingItem = ({ deletedAt: _, ...item }: TrainingItem) => item;

/** An answer of the assistant, by the name the old client reads it (`response`) and by the stored one. */
export const presentReply = (reply: AiResponse) => ({ ...reply, response: reply.generatedResponse });

/** A call with what its analysis found beside its own fields; `metadata.source` says where it came from. */
export const presentTranscription = ({ analysis, ...call }: Transcription) => {
  const { engine, keyMoments, nextSteps } = readAnalysis(analysis);
  return { ...call, callValue: money(call.callValue), engine, keyMoments, nextSteps };
};
/** A template; that it can be deleted and restored is nobody's business here. */
export const presentEmailTemplate = ({ deletedAt: _, ...template }: EmailTemplate) => template;
