import type { Pool } from 'pg';
import { EMAIL_TYPE_LABELS, EMAIL_TYPES, type EmailType, personalize, variablesIn } from '#contract/email-template.ts';
import { EmailRequest, EmailTemplateChanges, NewEmailTemplate, ReplyText } from '#contract/email-template-input.ts';
import type { Customer, EmailTemplate } from '#prisma/generated/client.ts';
import type { Assistant } from '#server/ai/port.ts';
import { itemsForMessage } from '#server/language/retrieval/knowledge-index.ts';
import { inScope, isInScope, requirePermission } from '../access/access.ts';
import { changedFields } from '../changed-fields.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, EMAIL_TEMPLATES, lockRow, type Precondition, timeOfChange } from '../editable-row.ts';
import { NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import { singleFlight } from '../single-flight.ts';
import type { KnowledgeSearch } from '../training/knowledge-search.ts';
import type { Reader, Viewer } from '../viewer.ts';
import { type ProposedTemplate, templateFrom } from './from-reply.ts';

/** How many templates there are of a type. */
export interface EmailTypeCount {
  readonly type: EmailType;
  readonly count: number;
}

const COUNTS = `
  select type::text as type, count(*)::int as count
  from email_templates where deleted_at is null group by type`;

/** Every type with how many templates it has, also those without any. */
async function countTypes(pool: Pick<Pool, 'query'>): Promise<readonly EmailTypeCount[]> {
  const { rows } = await pool.query<EmailTypeCount>({ name: 'email-template-counts', text: COUNTS });
  const counted = new Map(rows.map(({ type, count }) => [type, count]));
  return EMAIL_TYPES.map((type) => ({ type, count: counted.get(type) ?? 0 }));
}

/** How many training items the assistant is given to write from. */
const KNOWLEDGE = 8;

/** A template made out to a customer. */
export interface PersonalizedEmail {
  readonly template: EmailTemplate;
  readonly customer: Customer;
  readonly subject: string;
  readonly body: string;
}

/** A template the assistant wrote; `engine` is `offline` or the model's name. */
export interface GeneratedEmail {
  readonly subject: string;
  readonly body: string;
  readonly variables: readonly string[];
  readonly engine: string;
  /** Why the offline assistant wrote it in place of the model; null where nothing failed. */
  readonly fallbackReason: string | null;
}

interface EmailTemplateDeps extends ServiceDeps {
  readonly assistant: Pick<Assistant, 'draftEmail'>;
  readonly knowledgeSearch: KnowledgeSearch;
  readonly settings: { readonly companyName: string };
}

export type EmailTemplates = ReturnType<typeof createEmailTemplates>;

/** The emails that are written often, with variables that are filled in for each customer. */
export const createEmailTemplates = ({ db, log, clock, newId, assistant, knowledgeSearch, settings }: EmailTemplateDeps) => ({
  /** The one with this id; null where there is none, it was deleted, or the reader may not read templates. */
  find: async ({ access }: Reader, id: string): Promise<EmailTemplate | null> =>
    isInScope(access.rows('emailTemplate'), null) ? db.prisma.emailTemplate.findFirst({ where: { id, ...PRESENT } }) : null,

  /** How many there are of each type; callers at the same time share one question. */
  counts: singleFlight(() => countTypes(db.pool)),

  create: async (viewer: Viewer, input: unknown): Promise<EmailTemplate> => {
    requirePermission(viewer, 'emailTemplate', 'change');
    const fields = parse(NewEmailTemplate, input);
    const now = clock.now();
    return db.transaction(async (tx) => {
      const data = { id: newId(), ...fields, variables: variablesIn(fields.subject, fields.body), createdAt: now, updatedAt: now };
      const template = await tx.emailTemplate.create({ data });
      await log.append(tx, { ...about(template, viewer), kind: 'email_template.created', data: named(template), at: now });
      return template;
    });
  },

  /** Changes what differs; where nothing does, nothing happens. Throws `EmailTemplateEditConflict` when the row is not an expected version. */
  update: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<EmailTemplate> => {
    requirePermission(viewer, 'emailTemplate', 'change');
    const fields = parse(EmailTemplateChanges, input);
    return db.transaction(async (tx) => {
      const before = await lockRow(tx, EMAIL_TEMPLATES, id);
      if (before.deletedAt) throw new NotFound('Email template', id);
      await assertExpected(tx, EMAIL_TEMPLATES, before, precondition);
      const changed = changedFields(before, fields);
      if (changed.length === 0) return before;
      const at = timeOfChange(clock.now(), before);
      const variables = variablesIn(fields.subject ?? before.subject, fields.body ?? before.body);
      const template = await tx.emailTemplate.update({ where: { id }, data: { ...fields, variables, updatedAt: at } });
      await log.append(tx, { ...about(template, viewer), kind: 'email_template.updated', data: { changed }, at });
      return template;
    });
  },

  /** Deletes a template; it can be restored. Deleting it again changes nothing. */
  delete: (viewer: Viewer, id: string): Promise<EmailTemplate> =>
    db.transaction(async (tx) => {
      requirePermission(viewer, 'emailTemplate', 'delete');
      const before = await lockRow(tx, EMAIL_TEMPLATES, id);
      if (before.deletedAt) return before;
      const now = clock.now();
      const template = await tx.emailTemplate.update({ where: { id }, data: { deletedAt: now } });
      await log.append(tx, { ...about(template, viewer), kind: 'email_template.deleted', data: named(template), at: now });
      return template;
    }),

  /** Brings a deleted template back as it was. One that is there stays as it is. */
  restore: (viewer: Viewer, id: string): Promise<EmailTemplate> =>
    db.transaction(async (tx) => {
      requirePermission(viewer, 'emailTemplate', 'delete');
      const before = await lockRow(tx, EMAIL_TEMPLATES, id);
      if (!before.deletedAt) return before;
      const now = clock.now();
      const template = await tx.emailTemplate.update({ where: { id }, data: { deletedAt: null } });
      await log.append(tx, { ...about(template, viewer), kind: 'email_template.restored', data: named(template), at: now });
      return template;
    }),

  /** Somebody took a template, made out to a customer, to send it: one more use. */
  personalize: (viewer: Viewer, id: string, customerId: string): Promise<PersonalizedEmail> =>
    db.transaction(async (tx) => {
      requirePermission(viewer, 'emailTemplate', 'read');
      const customer = await tx.customer.findUnique({ where: { id: customerId } });
      if (!customer || !isInScope(viewer.access.rows('customer'), customer.ownerId)) throw new NotFound('Customer', customerId);
      const { count } = await tx.emailTemplate.updateMany({ where: { id, ...PRESENT }, data: { usageCount: { increment: 1 } } });
      if (count === 0) throw new NotFound('Email template', id);
      const template = await tx.emailTemplate.findUniqueOrThrow({ where: { id } });
      await log.append(tx, {
        ...about(template, viewer),
        kind: 'email.personalized',
        customerId,
        ownerId: customer.ownerId,
        data: named(template),
        at: clock.now(),
      });
      const madeOut = (text: string) => personalize(text, customer, settings);
      return { template, customer, subject: madeOut(template.subject), body: madeOut(template.body) };
    }),

  /** Has the assistant write a template from the training items that match. Nothing is stored. */
  generate: async (viewer: Viewer, input: unknown): Promise<GeneratedEmail> => {
    requirePermission(viewer, 'emailTemplate', 'read');
    const request = parse(EmailRequest, input);
    const about = [EMAIL_TYPE_LABELS[request.type], request.purpose, request.context].filter(Boolean).join('\n');
    const knowledge = itemsForMessage(await knowledgeSearch.indexFor(about), about, KNOWLEDGE);
    const { subject, body, engine, fallbackReason = null } = await assistant.draftEmail({ ...request, knowledge }, { personId: viewer.id });
    return { subject, body, variables: variablesIn(subject, body), engine, fallbackReason };
  },

  /** A reply as a template to review: its text as edited, without the customer's details. Nothing is stored. */
  fromReply: async (viewer: Reader, replyId: string, text: unknown): Promise<ProposedTemplate> => {
    const letter = parse(ReplyText, { text });
    const reply = await db.prisma.aiResponse.findUnique({ where: { id: replyId }, include: { customer: true, lead: true } });
    if (!reply || !isInScope(viewer.access.rows('aiResponse'), reply.userId)) throw new NotFound('Response', replyId);
    const people = [
      ...inScope(reply.customer ? [reply.customer] : [], viewer.access.rows('customer'), ({ ownerId }) => ownerId),
      ...inScope(reply.lead ? [reply.lead] : [], viewer.access.rows('lead'), ({ ownerId }) => ownerId),
    ];
    return templateFrom(reply, { text: letter.text, people, companyName: settings.companyName });
  },
});

const PRESENT = { deletedAt: null } as const;

const named = ({ name, type }: EmailTemplate) => ({ name, type });

const about = (template: EmailTemplate, viewer: Viewer) => ({
  subject: { type: 'email_template', id: template.id },
  actorId: viewer.id,
});
