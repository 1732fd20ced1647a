import { z } from 'zod';
import { badLimit, id, type RestCase, saveId, texts, timestamp } from './case.ts';

const Template = z.object({
  id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  type: z.enum(['welcome', 'follow_up', 'quote', 'proposal', 'support', 'newsletter']),
  variables: texts,
  isActive: z.boolean(),
  usageCount: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const PATH = '/api/email-templates';
const form = { name: 'After a tasting', subject: 'Thank you, {{first_name}}', body: 'Dear {{customer_name}},', type: 'follow_up' };
const incomplete = { status: 400, message: 'Please fill in all required fields' } as const;
const unknownType = { status: 400, message: 'Unknown email type' } as const;
const notFound = {
  path: ({ unknownId }: { unknownId?: string }) => `${PATH}/${unknownId}`,
  status: 404,
  message: 'Email template not found',
} as const;

const ofType = (path: string, length: 0 | 1): RestCase => ({
  row: 'GET /api/email-templates',
  method: 'GET',
  path: () => `${PATH}${path}`,
  status: 200,
  schema: z.array(Template).length(length),
});

export const emailTemplateCalls: readonly RestCase[] = [
  {
    row: 'POST /api/email-templates',
    method: 'POST',
    path: () => PATH,
    payload: () => form,
    status: 201,
    schema: Template,
    matches: () => ({ ...form, variables: ['first_name', 'customer_name'], usageCount: 0, isActive: true }),
    saves: saveId('template'),
    empty: incomplete.message,
    refusals: [
      { payload: { ...form, name: '' }, ...incomplete },
      { payload: { ...form, subject: ' ' }, ...incomplete },
      { payload: { ...form, body: '\n' }, ...incomplete },
      { payload: { ...form, type: 'poem' }, ...unknownType },
    ],
  },
  {
    row: 'PATCH /api/email-templates/{id}',
    method: 'PATCH',
    path: ({ template }) => `${PATH}/${template}`,
    payload: () => ({ ...form, subject: 'Your quote', type: 'quote' }),
    status: 200,
    schema: Template,
    matches: ({ template }) => ({ ...form, id: template, subject: 'Your quote', type: 'quote', variables: ['customer_name'] }),
    empty: null,
    refusals: [
      { payload: { ...form, name: '' }, ...incomplete },
      { payload: { ...form, type: 'poem' }, ...unknownType },
      { ...notFound, payload: form },
    ],
  },
  ofType('', 1),
  { ...ofType('?type=quote', 1), refusals: [{ path: () => `${PATH}?type=poem`, ...unknownType }, ...badLimit(PATH)] },
  ofType('?type=all', 1),
  ofType('?type=welcome', 0),
  // The filter is the second part of the key a client loads by, and parts are joined with a slash.
  { ...ofType('/quote', 1), refusals: [{ path: () => `${PATH}/poem`, ...unknownType }] },
  ofType('/all', 1),
  ofType('/welcome', 0),
  {
    row: 'DELETE /api/email-templates/{id}',
    method: 'DELETE',
    path: ({ template }) => `${PATH}/${template}`,
    status: 200,
    schema: Template,
    matches: ({ template }) => ({ id: template }),
    refusals: [notFound],
  },
  ofType('', 0),
  {
    row: 'POST /api/ai/generate-email',
    method: 'POST',
    path: () => '/api/ai/generate-email',
    payload: () => ({ type: 'welcome', tone: 'friendly', purpose: 'Thank for a tasting', context: 'They liked the dark roast' }),
    status: 200,
    schema: z.object({ subject: z.string().min(1), body: z.string().min(1), variables: texts.min(1) }),
    empty: null,
    refusals: [
      { payload: { type: 'welcome', tone: 'rude' }, status: 400, message: 'Unknown tone' },
      { payload: { type: 'poem' }, ...unknownType },
    ],
  },
];
