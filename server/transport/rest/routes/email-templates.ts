import type { EmailType } from '#contract/email-template.ts';
import { EmailTemplateFilter } from '#contract/email-template-input.ts';
import { EmailTemplateEditConflict } from '#domain/editable-row.ts';
import { PRICES } from '#domain/prices.ts';
import { equal } from '#domain/query/shortcuts.ts';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import { ById, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentEmailTemplate } from './present.ts';

const OfType = Limit.extend(EmailTemplateFilter.shape);

const newest = async (services: Services, viewer: Viewer, type: EmailType | null, limit: number) =>
  (await services.analyst.emailTemplates.first(viewer, { filter: equal({ type }) }, limit)).map(presentEmailTemplate);

const TEMPLATE = { conflict: EmailTemplateEditConflict, present: presentEmailTemplate };

export const emailTemplateRoutes = [
  route({
    method: 'GET',
    path: '/api/email-templates',
    description: 'Lists email templates, newest first. Filter by `type`: one of the six types, or `all`.',
    params: Nothing,
    query: OfType,
    run: ({ services, viewer, query: { type, limit } }) => newest(services, viewer, type, limit),
  }),
  route({
    method: 'GET',
    path: '/api/email-templates/:type',
    description: 'Lists the email templates of one type, or `all`, newest first.',
    params: EmailTemplateFilter,
    query: Limit,
    run: ({ services, viewer, params: { type }, query: { limit } }) => newest(services, viewer, type, limit),
  }),
  rowRoute({
    ...TEMPLATE,
    method: 'POST',
    path: '/api/email-templates',
    description: 'Adds an email template from name, subject, body and type. Its variables are found in the text.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.emailTemplates.create(viewer, body),
  }),
  rowRoute({
    ...TEMPLATE,
    method: 'PATCH',
    path: '/api/email-templates/:id',
    description: 'Changes name, subject, body or type of an email template.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.emailTemplates.update(viewer, id, body, precondition),
  }),
  route({
    method: 'DELETE',
    path: '/api/email-templates/:id',
    description: 'Deletes an email template and returns it. Repeating changes nothing.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id } }) => presentEmailTemplate(await services.emailTemplates.delete(viewer, id)),
  }),
  route({
    method: 'POST',
    path: '/api/ai/generate-email',
    description: 'Writes an email template from type, tone, purpose and context, without storing it.',
    price: PRICES.assistant,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.emailTemplates.generate(viewer, body),
  }),
];
