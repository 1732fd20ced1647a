import type { ImportKey, ImportNoun } from '#contract/import.ts';
import type { Fields } from './rows.ts';

/** What an earlier row may be found by, and what this one will be found by. */
interface Keys {
  readonly asked: readonly string[];
  readonly known: readonly string[];
}

/** Remembers rows and tells which earlier one each is already, as the database would find it. */
export function dedupe(entityType: ImportNoun, by: ImportKey | null = null): (fields: Fields, number: number) => number | null {
  const seen = new Map<string, number>();
  const keysOf = by ? (fields: Fields) => onlyBy(by, fields) : { customer: ofCustomer, lead: ofLead }[entityType];
  return (fields, number) => {
    const { asked, known } = keysOf(fields);
    const before = asked.map((key) => seen.get(key)).find((row) => row !== undefined) ?? null;
    for (const key of before === null ? known : []) if (!seen.has(key)) seen.set(key, number);
    return before;
  };
}

/** The last ten digits, as the database compares numbers; none where there are too few to tell anyone by. */
function digits(phone: string | undefined): string {
  const all = phone?.replaceAll(/\D/g, '') ?? '';
  return all.length < 7 ? '' : all.slice(-10);
}

const both = (keys: readonly string[]): Keys => ({ asked: keys, known: keys });
const nameAndMail = ({ email, name }: Fields) => (email && name ? [`${email.toLowerCase()}\n${name.toLowerCase()}`] : []);

const ofLead = (fields: Fields): Keys => both(nameAndMail(fields));

/** A shop id is one customer's, by whatever rows are known. */
function onlyBy(by: ImportKey, fields: Fields): Keys {
  const { shopifyCustomerId: id, email, phone } = fields;
  const call = digits(phone);
  const ways: Record<ImportKey, readonly string[]> = {
    shopifyCustomerId: [],
    email: email ? [`mail ${email.toLowerCase()}`] : [],
    phone: call ? [`call ${call}`] : [],
    emailAndName: nameAndMail(fields),
  };
  return both([...ways[by], ...(id ? [`id ${id}`] : [])]);
}

/** One of the store is known by its id; others by email, or by phone where one of the two has no email. */
function ofCustomer({ shopifyCustomerId: id, email, phone }: Fields): Keys {
  const mail = email?.toLowerCase();
  const call = digits(phone);
  return {
    asked: [id && `id ${id}`, mail && `${id ? 'guest ' : ''}mail ${mail}`, call && !id && `${email ? 'only ' : ''}call ${call}`].filter(
      isKey,
    ),
    known: [
      id && `id ${id}`,
      mail && `mail ${mail}`,
      mail && !id && `guest mail ${mail}`,
      call && `call ${call}`,
      call && !email && `only call ${call}`,
    ].filter(isKey),
  };
}

const isKey = (key: string | false | undefined): key is string => typeof key === 'string' && key !== '';
