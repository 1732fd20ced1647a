import { ApolloLink } from '@apollo/client';
import { MockLink, MockSubscriptionLink } from '@apollo/client/testing';
import { userEvent } from '@testing-library/user-event';
import { OperationTypeNode } from 'graphql';
import { useState } from 'react';
import { throwError } from 'rxjs';
import { IntegrationsDocument } from '#web/integrations/use-integration.ts';
import { userTimeZone } from '#web/lib/format/time.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { MyDayDocument } from '#web/tasks/MyDayLists.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { ResponseCenter } from './ResponseCenter.tsx';
import { RecentTranscriptionsDocument } from './recent/RecentTranscriptions.tsx';
import { DiscardReplyDocument } from './reply/DiscardReply.tsx';
import { MarkReplyUsed } from './reply/ReplyResult.tsx';
import { TemplateFromReply } from './reply/SaveAsTemplate.tsx';
import { GenerateReplyDocument, StoredReplyDocument } from './reply/stream-reply.ts';
import { RecipientDocument } from './request/RequestForm.tsx';
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

const RESPONSE = 'Hi Ada,\n\nWe deliver in two to four days. We deliver on [confirm delivery date].';

/** Where a sentence stands in the stored reply. */
const rangeOf = (sentence: string) => {
  const start = RESPONSE.indexOf(sentence);
  return { __typename: 'TextRange' as const, start, end: start + sentence.length };
};

/** A source of a reply as the server sends it. */
export const source = (fields: { title: string; passage: string; ranges: readonly { start: number; end: number }[] }) => ({
  __typename: 'ReplySource' as const,
  kind: 'training_item' as 'training_item' | 'order' | 'lead' | 'transcription',
  trainingItem: null as { __typename: 'TrainingItem'; id: string } | null,
  order: null as { __typename: 'Order'; id: string } | null,
  lead: null as { __typename: 'Lead'; id: string } | null,
  transcription: null as { __typename: 'Transcription'; id: string } | null,
  ...fields,
});

/** A stored reply as the server sends it. */
export const storedReply = {
  __typename: 'AiResponse' as const,
  id: 'reply-1',
  response: RESPONSE,
  confidence: 0.866,
  engine: 'offline',
  fallbackReason: null as string | null,
  used: false,
  discardReason: null as string | null,
  keyPoints: ['Asks about delivery'],
  sources: [
    {
      ...source({
        title: 'Delivery times',
        passage: 'Customers get it in two to four days.',
        ranges: [rangeOf('We deliver in two to four days.')],
      }),
      trainingItem: { __typename: 'TrainingItem' as const, id: 'item-1' },
    },
  ],
  citations: [{ __typename: 'TrainingItem' as const, id: 'item-1', title: 'Delivery times' }],
};

type CenterOptions = {
  calls?: ReturnType<typeof call>[];
  orders?: ReturnType<typeof order>[];
  shop?: 'demo' | 'connected' | 'not_configured';
  mocks?: MockLink.MockedResponse[];
  /** Navigation state passed by another screen. */
  state?: unknown;
  /** All HTTP requests fail. */
  down?: boolean;
};

/** The home screen, and another one. */
function App() {
  const [isHome, setHome] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHome(!isHome)}>
        {isHome ? 'Leave' : 'Return'}
      </button>
      {isHome && <ResponseCenter />}
    </>
  );
}

/** Renders the home screen over a fake server; `socket` is the subscription of the reply being generated. */
export function openCenter({ calls = [], orders = [], shop = 'demo', mocks = [], state, down = false }: CenterOptions = {}) {
  let orderCursor = '1';
  const socket = new MockSubscriptionLink();
  const changes = new MockSubscriptionLink();
  const orderChanges = new MockSubscriptionLink();
  const shopChanges = new MockSubscriptionLink();
  const http = new MockLink([
    {
      request: { query: RecentTranscriptionsDocument },
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
      request: { query: MyDayDocument, variables: { timeZone: userTimeZone() } },
      result: {
        data: { myDay: { __typename: 'MyDay', eventCursor: '1', overdue: [], today: [], quietLeads: [], unansweredRequests: [] } },
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
            eventCursor: orderCursor,
            nodes: orders,
            pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
          },
        },
      }),
      maxUsageCount: Number.POSITIVE_INFINITY,
    },
    ...mocks,
  ]);
  const taskChanges = new MockSubscriptionLink();
  const subscriptions: Readonly<Record<string, MockSubscriptionLink>> = {
    RecentTranscriptionsChanged: changes,
    RecentOrdersChanged: orderChanges,
    IntegrationsChanged: shopChanges,
    MyDayChanged: taskChanges,
  };
  const live = new ApolloLink((operation) => (subscriptions[operation.operationName ?? ''] ?? socket).request(operation));
  const unavailable = new ApolloLink(() => throwError(() => new Error('Server unavailable')));
  const requests = down ? unavailable : http;
  const client = clientOver(ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, live, requests));
  const user = userEvent.setup();
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <App />
    </SignedInAs>,
    { client, state },
  );
  return {
    client,
    user,
    emitReply: (replyWriting: object) => socket.simulateResult({ result: { data: { replyWriting } } }),
    socket,
    /** A new order arrives. */
    emitOrder: (created: ReturnType<typeof order>) => {
      orders.unshift(created);
      orderCursor = '2';
      const ordersChanged = { __typename: 'OrderChange', cursor: orderCursor, kind: 'created', id: created.id, order: created };
      orderChanges.simulateResult({ result: { data: { ordersChanged } } });
    },
    /** The connection to the shop changes. */
    emitIntegration: (fields: Parameters<typeof integration>[0]) => {
      const integrationsChanged = { __typename: 'IntegrationChange', cursor: '2', integration: integration(fields) };
      shopChanges.simulateResult({ result: { data: { integrationsChanged } } });
    },
    /** Someone else changes a call. */
    emitTranscription: (transcription: ReturnType<typeof call>) =>
      changes.simulateResult({
        result: {
          data: {
            transcriptionsChanged: { __typename: 'TranscriptionChange', cursor: '2', kind: 'updated', id: transcription.id, transcription },
          },
        },
      }),
  };
}

/** The response of the mutation that generates a reply. */
export const generateReplyMock = (customerRequest: string, generateReply: object): MockLink.MockedResponse => ({
  request: {
    query: GenerateReplyDocument,
    variables: ({ input }) => input.customerRequest === customerRequest && input.responseType === 'sales',
  },
  result: { data: { generateReply } },
});

/** The response when a stored reply is read again. */
export const storedReplyMock = (): MockLink.MockedResponse => ({
  request: { query: StoredReplyDocument, variables: { id: storedReply.id } },
  result: { data: { aiResponse: storedReply } },
});

/** The response when a reply is marked as used with this text. */
export const markUsedMock = (sentText: string = storedReply.response): MockLink.MockedResponse => ({
  request: { query: MarkReplyUsed, variables: { id: storedReply.id, sentText } },
  result: { data: { markReplyUsed: { __typename: 'AiResponse', id: storedReply.id, used: true, usedAt: CREATED } } },
});

/** The response when a reply is discarded. */
export const discardMock = (input: { reason: string; note: string | null }): MockLink.MockedResponse => ({
  request: { query: DiscardReplyDocument, variables: { id: storedReply.id, input } },
  result: { data: { discardReply: { __typename: 'AiResponse', id: storedReply.id, discardReason: input.reason } } },
});

/** The response when a customer is loaded by id. */
export const recipientMock = (customer: { id: string; name: string } | null): MockLink.MockedResponse => ({
  request: { query: RecipientDocument, variables: { id: 'c1' } },
  result: { data: { customer: customer && { __typename: 'Customer', email: null, phone: null, company: null, ...customer } } },
  maxUsageCount: Number.POSITIVE_INFINITY,
});

/** The response with a template based on the reply text. */
export const proposeTemplateMock = (text: string): MockLink.MockedResponse => ({
  request: { query: TemplateFromReply, variables: { id: storedReply.id, text } },
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
