import type { EmailType } from '#contract/email-template.ts';
import { EmailTemplateFilter } from '#contract/email-template-input.ts';
import { EmailTemplateEditConflict } from '#domain/editable-row.ts';
import { PRICES } from '#domain/prices.ts';
import type { Context } from '#domain/request-context.ts';
import { ById, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentEmailTemplate } from './present.ts';

const OfType = Limit.extend(EmailTemplateFilter.shape);

const newest = async (services: Context['services'], type: EmailType | null, limit: number) =>
  (await services.emailTemplates.newest(type, limit)).map(presentEmailTemplate);

const TEMPLATE = { conflict: EmailTemplateEditConflict, present: presentEmailTemplate };

export const emailTemplateRoutes = [
  route({
    method: 'GET',
    path: '/api/email-templates',
    does: 'Lists email templates, newest first; `type` is one of the six types, or `all`.',
    params: Nothing,
    query: OfType,
    run: ({ services, query: { type, limit } }) => newest(services, type, limit),
  }),
  route({
    method: 'GET',
    path: '/api/email-templates/:type',
    does: 'Lists the email templates of one type, or `all`, newest first.',
    params: EmailTemplateFilter,
    query: Limit,
    run: ({ services, params: { type }, query: { limit } }) => newest(services, type, limit),
  }),
  rowRoute({
    ...TEMPLATE,
    method: 'POST',
    path: '/api/email-templates',
    does: 'Adds an email template from name, subject, body and type; its variables are found in the text.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.emailTemplates.create(viewer, body),
  }),
  rowRoute({
    ...TEMPLATE,
    method: 'PATCH',
    path: '/api/email-templates/:id',
    does: 'Changes name, subject, body or type of an email template.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.emailTemplates.update(viewer, id, body, precondition),
  }),
  route({
    method: 'DELETE',
    path: '/api/email-templates/:id',
    does: 'Deletes an email template and answers it as it was; one that is gone already stays gone.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id } }) => presentEmailTemplate(await services.emailTemplates.delete(viewer, id)),
  }),
  route({
    method: 'POST',
    path: '/api/ai/generate-email',
    does: 'Has the assistant write an email template from type, tone, purpose and context; it is not stored.',
    price: PRICES.assistant,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.emailTemplates.generate(viewer, body),
  }),
];
