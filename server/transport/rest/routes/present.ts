import { splitName } from '#contract/person.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { type EntitySchema, snake } from '#domain/entities/entity-schema.ts';
import { phrasingsOf } from '#domain/training/phrasings.ts';
import { readAnalysis } from '#domain/transcription/analysis.ts';
import { type AiResponse, type Customer, Prisma, type TrainingItem, type Transcription, type User } from '#prisma/generated/client.ts';

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

/** A row as JSON: amounts as text with two decimals, and without the column that marks deleted rows. */
const presentRow =
  <Row extends object>(entity: EntitySchema<Row>) =>
  (row: Row): Readonly<Record<string, unknown>> => {
    const hidden = entity.rowVisibility.flatMap((visibility) => (visibility.rule === 'notDeleted' ? [visibility.column] : []));
    return Object.fromEntries(
      Object.entries(row)
        .filter(([field]) => !hidden.includes(snake(field)))
        .map(([field, value]) => [
          field,
          entity.columns[field]?.kind === 'money' && value instanceof Prisma.Decimal ? money(value) : value,
        ]),
    );
  };

const presentCustomerRow = presentRow(ENTITIES.customer);
export const presentCustomer = (customer: Customer) => ({ ...presentCustomerRow(customer), ...splitName(customer.name) });

export const presentLead = presentRow(ENTITIES.lead);

export const presentOrder = presentRow(ENTITIES.order);

const presentTrainingRow = presentRow(ENTITIES.trainingItem);
/** A training item; the other ways to ask for it are a list, like its tags. */
export const presentTrainingItem = (item: TrainingItem) => ({ ...presentTrainingRow(item), alsoAskedAs: phrasingsOf(item) });

/** An answer of the assistant, by the name the old client reads it (`response`) and by the stored one. */
export const presentReply = (reply: AiResponse) => ({ ...reply, response: reply.generatedResponse });

/** A call with its analysis beside its own fields; `metadata.source` is its origin. */
export const presentTranscription = ({ analysis, ...call }: Transcription) => {
  const { engine, keyMoments, nextSteps } = readAnalysis(analysis);
  return { ...call, callValue: money(call.callValue), engine, keyMoments, nextSteps };
};

export const presentEmailTemplate = presentRow(ENTITIES.emailTemplate);
