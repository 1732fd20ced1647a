import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { EMAIL_TYPES, type EmailType } from '#contract/email-template.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { EmailTemplates } from './EmailTemplates.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

export type FakeTemplate = ReturnType<typeof aTemplate>;

/** A template as the server returns it. */
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

/** Renders the screen on a fake server whose templates others can change. Newest first. */
export function openTemplates(templates: FakeTemplate[], answers: Record<string, unknown> = {}, at = '/email-templates') {
  let cursor = 1;
  const subscribers = new Set<(payload: unknown) => void>();
  const deleted = new Map<string, FakeTemplate>();
  const counts = () => EMAIL_TYPES.map((type) => ({ type, count: templates.filter((each) => each.type === type).length }));
  const find = (id: string) => templates.find((each) => each.id === id);
  const notFound = { __typename: 'NotFound', message: 'Email template not found', kind: 'Email template', id: '' };
  const publish = ({ kind, template }: Change) => {
    cursor += 1;
    const emailTemplate = kind === 'deleted' ? null : template;
    for (const publishTo of subscribers) publishTo({ cursor: String(cursor), kind, id: template.id, counts: counts(), emailTemplate });
  };

  const root = {
    emailTemplates: ({ type, first, after }: { type?: EmailType; first: number; after?: string }) => {
      const all = templates.filter((each) => !type || each.type === type);
      const start = Number(after ?? 0);
      const end = start + first;
      const pageInfo = { hasNextPage: end < all.length, hasPreviousPage: start > 0, endCursor: String(end) };
      return { eventCursor: String(cursor), nodes: all.slice(start, end), pageInfo };
    },
    emailTemplateCounts: counts,
    customers: ({ search }: { search?: string }) => {
      const nodes = CUSTOMERS.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()));
      return { nodes, totalCount: nodes.length, eventCursor: '1' };
    },
    updateEmailTemplate: ({ id, input }: { id: string; input: Partial<FakeTemplate> }) => {
      const template = find(id);
      if (!template) return notFound;
      publish({ kind: 'updated', template: Object.assign(template, input) });
      return template;
    },
    deleteEmailTemplate: ({ id }: { id: string }) => {
      const template = find(id);
      if (!template) return notFound;
      deleted.set(id, template);
      templates.splice(templates.indexOf(template), 1);
      publish({ kind: 'deleted', template });
      return template;
    },
    restoreEmailTemplate: ({ id }: { id: string }) => {
      const template = deleted.get(id);
      if (!template) return notFound;
      templates.unshift(template);
      publish({ kind: 'created', template });
      return template;
    },
    personalizeEmail: ({ id }: { id: string }) => {
      const template = find(id);
      if (!template) return notFound;
      template.usageCount += 1;
      publish({ kind: 'updated', template });
      return { __typename: 'PersonalizedEmail', template };
    },
    ...answers,
  };
  const socket = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        if (operation.operationName !== 'EmailTemplatesChanged') return;
        const publishTo = async (emailTemplatesChanged: unknown) =>
          observer.next(await execute({ schema, document: operation.query, rootValue: { emailTemplatesChanged } }));
        subscribers.add(publishTo);
        return () => subscribers.delete(publishTo);
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
    /** Publishes a change by a colleague. */
    colleague: (change: Change) => act(async () => publish(change)),
  };
}

/** The card of a template. */
export const card = (name: string) => screen.findByRole('listitem', { name }).then(within);

/** The names on the cards, in their order. */
export const shown = () => screen.queryAllByRole('listitem', { name: /^Template/ }).map((item) => item.getAttribute('aria-label'));

/** A dialog that is open. */
export const dialog = (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') => screen.findByRole(role, { name }).then(within);
