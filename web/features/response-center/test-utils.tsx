import { ApolloLink } from '@apollo/client';
import { MockLink, MockSubscriptionLink } from '@apollo/client/testing';
import { userEvent } from '@testing-library/user-event';
import { OperationTypeNode } from 'graphql';
import { throwError } from 'rxjs';
import { IntegrationsDocument } from '#web/integrations/use-integration.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { maya, workspace } from '#web/testing/people.ts';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { ResponseCenter } from './ResponseCenter.tsx';
import { RecentTranscriptionsCard } from './recent/RecentTranscriptions.tsx';
import { MarkReplyUsed } from './reply/ReplyResult.tsx';
import { TemplateFromReply } from './reply/SaveAsTemplate.tsx';
import { GenerateReply } from './reply/use-reply-stream.ts';
import { RecipientById } from './request/RequestForm.tsx';
import { RecentOrdersDocument } from './shop/RecentOrders.tsx';

const CREATED = '2026-03-10T12:00:00.000Z';

/** A call as the server sends it. */
export const call = (fields: { id: string; title?: string; sentiment?: string }) => ({
  __typename: 'Transcription' as const,
  title: null,
  preview: 'Good morning, this is about the renewal.',
  summary: null,
  duration: 125,
  sentiment: null,
  type: 'sales',
  createdAt: CREATED,
  ...fields,
});

/** An order as the server sends it. */
export const order = (fields: { id: string; shopifyOrderId: string; orderNumber: string; totalPrice: string }) => ({
  __typename: 'Order' as const,
  currency: 'USD',
  createdAt: CREATED,
  ...fields,
});

/** The shop's connection as the server sends it. */
const integration = (fields: { status?: string; lastSyncAt?: string | null; lastError?: string | null; sync?: object | null }) => ({
  __typename: 'Integration' as const,
  provider: 'shopify',
  status: 'connected',
  lastSyncAt: CREATED,
  lastError: null,
  sync: null,
  ...fields,
});

/** A stored reply as the server sends it. */
export const answer = {
  __typename: 'AiResponse' as const,
  id: 'reply-1',
  response: 'Hi Ada,\n\nWe deliver on [confirm delivery date].',
  confidence: 0.866,
  engine: 'offline',
  used: false,
  keyPoints: ['Asks about delivery'],
  citations: [
    { __typename: 'TrainingItem' as const, id: 'item-1', title: 'Delivery times', content: 'Two to four days.', category: 'knowledge' },
  ],
};

type World = {
  calls?: ReturnType<typeof call>[];
  orders?: ReturnType<typeof order>[];
  shop?: 'demo' | 'connected' | 'not_configured';
  mocks?: MockLink.MockedResponse[];
  /** What another screen handed over. */
  state?: unknown;
  /** The lists cannot be read. */
  down?: boolean;
};

/** Opens the home screen over an imagined server; `socket` speaks for the reply that is being written. */
export function openCenter({ calls = [], orders = [], shop = 'demo', mocks = [], state, down = false }: World = {}) {
  const socket = new MockSubscriptionLink();
  const changes = new MockSubscriptionLink();
  const orderChanges = new MockSubscriptionLink();
  const shopChanges = new MockSubscriptionLink();
  const http = new MockLink([
    {
      request: { query: RecentTranscriptionsCard },
      result: {
        data: {
          transcriptions: {
            __typename: 'TranscriptionConnection',
            eventCursor: '1',
            nodes: calls,
            pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
          },
        },
      },
      maxUsageCount: Number.POSITIVE_INFINITY,
    },
    {
      request: { query: IntegrationsDocument },
      result: {
        data: {
          integrationsCursor: '1',
          integrations: [integration({ status: shop, lastSyncAt: shop === 'not_configured' ? null : CREATED })],
        },
      },
      maxUsageCount: Number.POSITIVE_INFINITY,
    },
    {
      request: { query: RecentOrdersDocument },
      result: () => ({
        data: {
          orders: {
            __typename: 'OrderConnection',
            eventCursor: '1',
            nodes: orders,
            pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
          },
        },
      }),
      maxUsageCount: Number.POSITIVE_INFINITY,
    },
    ...mocks,
  ]);
  const followed: Readonly<Record<string, MockSubscriptionLink>> = {
    RecentTranscriptionsChanged: changes,
    RecentOrdersChanged: orderChanges,
    IntegrationsChanged: shopChanges,
  };
  const live = new ApolloLink((operation) => (followed[operation.operationName ?? ''] ?? socket).request(operation));
  const away = new ApolloLink(() => throwError(() => new Error('The server is away')));
  const asked = down ? away : http;
  const client = clientOver(ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, live, asked));
  const user = userEvent.setup();
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <ResponseCenter />
    </SignedInAs>,
    { client, state },
  );
  return {
    user,
    hear: (replyWriting: object) => socket.simulateResult({ result: { data: { replyWriting } } }),
    socket,
    /** An order comes in. */
    sells: (sold: ReturnType<typeof order>) => {
      orders.unshift(sold);
      const ordersChanged = { __typename: 'OrderChange', cursor: '2', kind: 'created', id: sold.id, order: sold };
      orderChanges.simulateResult({ result: { data: { ordersChanged } } });
    },
    /** The shop's connection changes. */
    connects: (fields: Parameters<typeof integration>[0]) => {
      const integrationsChanged = { __typename: 'IntegrationChange', cursor: '2', integration: integration(fields) };
      shopChanges.simulateResult({ result: { data: { integrationsChanged } } });
    },
    /** Somebody else changes a call. */
    changes: (transcription: ReturnType<typeof call>) =>
      changes.simulateResult({
        result: {
          data: {
            transcriptionsChanged: { __typename: 'TranscriptionChange', cursor: '2', kind: 'updated', id: transcription.id, transcription },
          },
        },
      }),
  };
}

/** The server's answer to the plain mutation that writes a reply. */
export const generates = (customerRequest: string, generateReply: object): MockLink.MockedResponse => ({
  request: { query: GenerateReply, variables: ({ input }) => input.customerRequest === customerRequest && input.responseType === 'sales' },
  result: { data: { generateReply } },
});

/** The server's answer when a reply is marked as used. */
export const marksUsed = (): MockLink.MockedResponse => ({
  request: { query: MarkReplyUsed, variables: { id: answer.id } },
  result: { data: { markReplyUsed: { __typename: 'AiResponse', id: answer.id, used: true, usedAt: CREATED } } },
});

/** The server's answer when somebody is asked for by id. */
export const knows = (customer: { id: string; name: string } | null): MockLink.MockedResponse => ({
  request: { query: RecipientById, variables: { id: 'c1' } },
  result: { data: { customer: customer && { __typename: 'Customer', email: null, phone: null, company: null, ...customer } } },
  maxUsageCount: Number.POSITIVE_INFINITY,
});

/** The server's answer when the reply, as it stands on the screen, is to become a template. */
export const proposesTemplate = (text: string): MockLink.MockedResponse => ({
  request: { query: TemplateFromReply, variables: { id: answer.id, text } },
  result: {
    data: {
      templateFromReply: {
        __typename: 'ProposedTemplate',
        name: 'Delivery',
        type: 'follow_up',
        subject: 'Re: delivery',
        body: text.replace('Ada', '{{first_name}}'),
      },
    },
  },
});
