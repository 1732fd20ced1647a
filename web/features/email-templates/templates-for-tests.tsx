import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { EMAIL_TYPES, type EmailType } from '#contract/email-template.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { maya, workspace } from '#web/testing/people.ts';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { EmailTemplates } from './EmailTemplates.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

export type FakeTemplate = ReturnType<typeof aTemplate>;

/** A template as the server sends it. */
export const aTemplate = (id: string, more: { type?: EmailType; subject?: string; body?: string; usageCount?: number } = {}) => ({
  __typename: 'EmailTemplate' as const,
  id,
  name: `Template ${id}`,
  type: 'welcome' as EmailType,
  subject: `Subject ${id}`,
  body: 'Dear {{customer_name}}',
  usageCount: 2,
  updatedAt: '2026-01-05T09:00:00.000Z',
  ...more,
});

const CUSTOMERS = [
  { __typename: 'Customer', id: 'jo', name: 'Jo March', email: 'jo@example.com', phone: '555 0100', company: 'Orchard House' },
  { __typename: 'Customer', id: 'cher', name: 'Cher', email: null, phone: null, company: null },
];

type Change = { kind: 'created' | 'updated' | 'deleted'; template: FakeTemplate };

/** A small server with templates, which other people can change, and the screen in front of it. Newest first. */
export function openTemplates(templates: FakeTemplate[], answers: Record<string, unknown> = {}, at = '/email-templates') {
  let cursor = 1;
  const hearers = new Set<(said: unknown) => void>();
  const bin = new Map<string, FakeTemplate>();
  const counts = () => EMAIL_TYPES.map((type) => ({ type, count: templates.filter((each) => each.type === type).length }));
  const find = (id: string) => templates.find((each) => each.id === id);
  const gone = { __typename: 'NotFound', message: 'Email template not found', kind: 'Email template', id: '' };
  const say = ({ kind, template }: Change) => {
    cursor += 1;
    const emailTemplate = kind === 'deleted' ? null : template;
    for (const hear of hearers) hear({ cursor: String(cursor), kind, id: template.id, counts: counts(), emailTemplate });
  };

  const root = {
    emailTemplates: ({ type }: { type?: EmailType }) => {
      const nodes = templates.filter((each) => !type || each.type === type);
      return { eventCursor: String(cursor), nodes, pageInfo: { hasNextPage: false, hasPreviousPage: false } };
    },
    emailTemplateCounts: counts,
    customers: ({ search }: { search?: string }) => {
      const nodes = CUSTOMERS.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()));
      return { nodes, totalCount: nodes.length, eventCursor: '1' };
    },
    updateEmailTemplate: ({ id, input }: { id: string; input: Partial<FakeTemplate> }) => {
      const template = find(id);
      if (!template) return gone;
      say({ kind: 'updated', template: Object.assign(template, input) });
      return template;
    },
    deleteEmailTemplate: ({ id }: { id: string }) => {
      const template = find(id);
      if (!template) return gone;
      bin.set(id, template);
      templates.splice(templates.indexOf(template), 1);
      say({ kind: 'deleted', template });
      return template;
    },
    restoreEmailTemplate: ({ id }: { id: string }) => {
      const template = bin.get(id);
      if (!template) return gone;
      templates.unshift(template);
      say({ kind: 'created', template });
      return template;
    },
    personalizeEmail: ({ id }: { id: string }) => {
      const template = find(id);
      if (!template) return gone;
      template.usageCount += 1;
      say({ kind: 'updated', template });
      return { __typename: 'PersonalizedEmail', template };
    },
    ...answers,
  };
  const socket = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        if (operation.operationName !== 'EmailTemplatesChanged') return;
        const hear = async (emailTemplatesChanged: unknown) =>
          observer.next(await execute({ schema, document: operation.query, rootValue: { emailTemplatesChanged } }));
        hearers.add(hear);
        return () => hearers.delete(hear);
      }),
  );
  const http = new SchemaLink({ schema, rootValue: root });
  const client = clientOver(ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, http));
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <EmailTemplates />
    </SignedInAs>,
    { client, at },
  );

  return {
    templates,
    user: userEvent.setup(),
    /** A colleague does something to a template, and everyone hears of it. */
    colleague: (change: Change) => act(async () => say(change)),
  };
}

/** The card of a template. */
export const card = (name: string) => screen.findByRole('listitem', { name }).then(within);

/** The names on the cards, in their order. */
export const shown = () => screen.queryAllByRole('listitem', { name: /^Template/ }).map((item) => item.getAttribute('aria-label'));

/** A dialog that is open. */
export const dialog = (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') => screen.findByRole(role, { name }).then(within);
