import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROLE_KEYS } from '#contract/access.ts';
import { RESPONSE_TYPES } from '#contract/call.ts';
import { COACHING_METRIC_KEYS } from '#contract/coaching.ts';
import { NewCustomer } from '#contract/customer.ts';
import { EmailTemplateForm } from '#contract/email-template-input.ts';
import { LEAD_SOURCES, LEAD_STAGES } from '#contract/lead.ts';
import { NewLead } from '#contract/lead-input.ts';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { NewTrainingItem } from '#contract/training-input.ts';
import { EmailType, FlowType, Priority, TrainingCategory } from '../generated/enums.ts';
import { Moment } from './moment.ts';

/** How the demo person signs in. */
export const DEMO_SIGN_IN = { username: 'demo', password: 'callboard' } as const;

const FOLDER = path.join(import.meta.dirname, '../demo-data');

const key = z.string().regex(/^[a-z0-9-]+$/);
const text = z.string().min(1);
const money = z.string().regex(/^(0|[1-9]\d{0,7})\.\d{2}$/, 'An exact amount, e.g. 1250.00');
const tags = z.array(text);

/** Also holds a row against the schema of the form that would have sent it. */
const acceptedBy = (form: z.ZodType, name: string) => [(row: unknown) => form.safeParse(row).success, `Not a valid ${name}`] as const;

const Company = z.strictObject({
  name: text,
  domain: text,
  city: text,
  supportPhone: text,
  salesPhone: text,
  supportEmail: z.email(),
  salesEmail: z.email(),
  portal: text,
  /** A team above comes before those below it. */
  teams: z.array(z.strictObject({ name: text, below: text.optional() })),
});

const Person = z.strictObject({
  key,
  username: text,
  email: z.email(),
  firstName: text,
  lastName: text,
  jobTitle: text,
  role: z.enum(ROLE_KEYS),
  team: text,
  joined: Moment,
});

const Customer = z
  .strictObject({ key, name: text, company: text, email: text, phone: text, shopifyCustomerId: text.optional(), created: Moment })
  .refine(...acceptedBy(NewCustomer, 'customer'));

/** A lead that names a `customer` may leave out the contact details: they are the customer's. */
const Lead = z.strictObject({
  key,
  name: text.optional(),
  company: text.optional(),
  email: text.optional(),
  phone: text.optional(),
  value: money,
  source: z.enum(LEAD_SOURCES),
  notes: text.max(TEXT_LIMITS.note),
  customer: key.optional(),
  lastContact: Moment.optional(),
  /** The first entry creates the lead, in `leads`; the last is its current stage. `by` is a person's key. */
  history: z.array(z.strictObject({ stage: z.enum(LEAD_STAGES), by: key, at: Moment })).min(1),
});

const Product = z.strictObject({ key: z.string(), sku: text, title: text, price: money });

const Order = z.strictObject({
  number: z.int(),
  /** An order has either a customer of the CRM or a guest of the store. */
  customer: key.optional(),
  guest: z.strictObject({ name: text, email: z.email(), company: text }).optional(),
  status: z.enum(['paid', 'pending', 'shipped', 'delivered', 'cancelled', 'refunded']),
  created: Moment,
  /** Quantities by product key. */
  items: z.record(z.string(), z.int().positive()),
  note: text.optional(),
});

const Flow = z.strictObject({
  key,
  customer: key,
  flowType: z.enum(FlowType),
  stages: z.array(z.strictObject({ stage: text, at: Moment })).min(1),
  interactions: z.array(z.strictObject({ type: text, description: text, at: Moment })),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  /** It ended when it reached its last stage. */
  ended: z.literal(true).optional(),
});

const CoachingSession = z.strictObject({
  key,
  person: key,
  title: text,
  calls: z.array(key).min(1),
  /** The insights that were implemented, by the metric they are about. */
  implemented: z.array(z.strictObject({ metric: z.enum(COACHING_METRIC_KEYS), at: Moment })),
  created: Moment,
});

const Reply = z.strictObject({
  key,
  responseType: z.enum(RESPONSE_TYPES),
  message: text,
  customer: key.optional(),
  lead: key.optional(),
  /** Key of the author of the reply. */
  by: key,
  used: z.boolean(),
  at: Moment,
});

const Notification = z.strictObject({
  key,
  person: key,
  kind: text,
  title: text,
  body: text,
  /** A path of the web client. */
  link: text,
  created: Moment,
  /** Null while unread. */
  read: Moment.nullable(),
});

/** The text is the transcript: lines that begin with `Rep:` or `Customer:`. */
const Call = z.strictObject({
  key,
  title: text,
  type: z.enum(RESPONSE_TYPES),
  sentiment: z.enum(['positive', 'neutral', 'negative']),
  summary: text,
  /** Seconds. */
  duration: z.int().positive(),
  tags,
  callValue: money.nullable(),
  priority: z.enum(Priority),
  customer: key.optional(),
  lead: key.optional(),
  /** Key of the person who spoke for the company. */
  rep: key,
  metadata: z.discriminatedUnion('source', [
    z.strictObject({ source: z.literal('manual') }),
    z.strictObject({ source: z.literal('callrail'), callId: text, trackingNumber: text }),
  ]),
  at: Moment,
  text,
});

/** The text is what the assistant may quote to a customer. */
const TrainingItem = z
  .strictObject({ key, title: text, category: z.enum(TrainingCategory), source: text, tags, created: Moment, text })
  .refine(
    ...acceptedBy(z.object({ text: NewTrainingItem.shape.content, ...NewTrainingItem.omit({ content: true }).shape }), 'training item'),
  );

const EmailTemplate = z
  .strictObject({ key, name: text, type: z.enum(EmailType), subject: text, usageCount: z.int(), created: Moment, text })
  .refine(
    ...acceptedBy(z.object({ text: EmailTemplateForm.shape.body, ...EmailTemplateForm.omit({ body: true }).shape }), 'email template'),
  );

const ResponseTemplate = z.strictObject({ key, name: text, type: z.enum(RESPONSE_TYPES), created: Moment, text });

/** Everything in `prisma/demo-data/`, validated. Throws with the file and field when something is wrong. */
export function loadDemoData() {
  const customers = json('customers', z.array(Customer));
  return {
    company: json('company', Company),
    /** The first is who signs in to the demo. */
    people: json('people', z.array(Person)),
    customers,
    leads: json('leads', z.array(Lead)).map((lead) => withContact(lead, customers)),
    products: new Map(json('products', z.array(Product)).map(({ key, ...product }) => [key, product])),
    /** Oldest first. */
    orders: json('orders', z.array(Order)),
    flows: json('flows', z.array(Flow)),
    coachingSessions: json('coaching-sessions', z.array(CoachingSession)),
    replies: json('replies', z.array(Reply)),
    notifications: json('notifications', z.array(Notification)),
    calls: markdown('calls', Call),
    training: markdown('training', TrainingItem),
    emailTemplates: markdown('email-templates', EmailTemplate),
    responseTemplates: markdown('response-templates', ResponseTemplate),
  };
}

export type DemoData = ReturnType<typeof loadDemoData>;
export type DemoCustomer = DemoData['customers'][number];
export type DemoLead = DemoData['leads'][number];

/** A list file. */
const json = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> =>
  validate(`${name}.json`, schema, JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')));

/** A folder of texts, in the order of their names: fields as YAML front matter, the text below, the key as the file's name. */
function markdown<Schema extends z.ZodType>(folder: string, schema: Schema): Array<z.output<Schema>> {
  const names = readdirSync(path.join(FOLDER, folder)).filter((name) => name.endsWith('.md'));
  return names.toSorted().map((name) => {
    const [, frontMatter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(path.join(FOLDER, folder, name), 'utf8')) ?? [];
    return validate(`${folder}/${name}`, schema, { ...parse(frontMatter), key: name.slice(0, -'.md'.length), text: body.trim() });
  });
}

function validate<Schema extends z.ZodType>(file: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`prisma/demo-data/${file} is invalid:\n${z.prettifyError(result.error)}`);
  return result.data;
}

function withContact(lead: z.output<typeof Lead>, customers: readonly z.output<typeof Customer>[]) {
  const { name, company, email, phone } = { ...customers.find((customer) => customer.key === lead.customer), ...lead };
  const resolved = { ...lead, name: name ?? '', company: company ?? '', email: email ?? '', phone: phone ?? '' };
  if (!NewLead.safeParse(resolved).success) throw new Error(`prisma/demo-data/leads.json is invalid: ${lead.key} has no valid contact`);
  return resolved;
}
