import type { Database } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import { FLOWS } from '../world/flows.ts';
import { ORDERS } from '../world/orders.ts';
import { EMAIL_TEMPLATES, RESPONSE_TEMPLATES } from '../world/templates.ts';
import { TRAINING } from '../world/training.ts';
import type { Moment } from '../world/types.ts';
import { named, type Scenario } from './scenario.ts';

interface Shelf {
  readonly db: Database;
  readonly story: Scenario;
  readonly newId: NewId;
}

/** Ids are made at the moment of the story, so that they sort with everything else. */
const idAt = ({ story, newId }: Shelf, moment: Moment): string => {
  story.set(moment);
  return newId();
};

/** What the assistant answers from; it has to be there before the first answer. */
export async function placeTraining(shelf: Shelf): Promise<void> {
  const { db, story } = shelf;
  await db.prisma.trainingItem.createMany({
    data: TRAINING.map(({ title, content, category, source, tags, created }) => ({
      id: idAt(shelf, created),
      title,
      content,
      category,
      source,
      tags: [...tags],
      createdAt: story.at(created),
      updatedAt: story.at(created),
    })),
  });
}

/** What no service makes yet: it came from outside, or its service comes with its screen. */
export async function placeRecords(shelf: Shelf): Promise<void> {
  await placeOrders(shelf);
  await placeTemplates(shelf);
  await placeFlows(shelf);
  const { db, story } = shelf;
  const [shopify, callrail] = [story.at({ daysAgo: 0, minutesAgo: 5 }), story.at({ daysAgo: 0, minutesAgo: 180 })];
  await db.prisma.integrationState.createMany({
    data: [
      // Everything was read by then: what comes later is news.
      {
        provider: 'shopify',
        lastSyncAt: shopify,
        state: { store: 'demo', isComplete: true, watermark: shopify.toISOString() },
        updatedAt: shopify,
      },
      { provider: 'callrail', lastSyncAt: callrail, updatedAt: callrail },
    ],
  });
}

async function placeOrders(shelf: Shelf): Promise<void> {
  const { db, story } = shelf;
  await db.prisma.order.createMany({
    data: ORDERS.map(({ shopifyOrderId, orderNumber, totalPrice, status, customer, created, orderData }) => {
      const { shipped, delivered, ...fulfilment } = orderData.fulfilment;
      const iso = (moment: Moment | null) => (moment ? story.at(moment).toISOString() : null);
      return {
        id: idAt(shelf, created),
        shopifyOrderId,
        orderNumber,
        totalPrice,
        status,
        customerId: customer ? named(story.customers, customer) : null,
        orderData: {
          lineItems: orderData.lineItems.map((line) => ({ ...line })),
          customer: { ...orderData.customer },
          note: orderData.note,
          fulfilment: { ...fulfilment, shippedAt: iso(shipped), deliveredAt: iso(delivered) },
        },
        customerName: orderData.customer.name,
        customerEmail: orderData.customer.email,
        fulfilment: fulfilment.status,
        cancelledAt: status === 'cancelled' ? story.at(created) : null,
        shopUpdatedAt: story.at(created),
        createdAt: story.at(created),
        updatedAt: story.at(created),
      };
    }),
  });
}

async function placeTemplates(shelf: Shelf): Promise<void> {
  const { db, story } = shelf;
  const stamp = (created: Moment) => ({ id: idAt(shelf, created), createdAt: story.at(created), updatedAt: story.at(created) });
  await db.prisma.emailTemplate.createMany({
    data: EMAIL_TEMPLATES.map(({ key: _, created, variables, ...rest }) => ({ ...stamp(created), ...rest, variables: [...variables] })),
  });
  await db.prisma.responseTemplate.createMany({
    data: RESPONSE_TEMPLATES.map(({ key: _, created, variables, ...rest }) => ({ ...stamp(created), ...rest, variables: [...variables] })),
  });
}

async function placeFlows(shelf: Shelf): Promise<void> {
  const { db, story } = shelf;
  const iso = (moment: Moment) => story.at(moment).toISOString();
  await db.prisma.interactionFlow.createMany({
    data: FLOWS.map((flow) => ({
      id: idAt(shelf, flow.started),
      customerId: named(story.customers, flow.customer),
      flowType: flow.flowType,
      currentStage: flow.currentStage,
      stages: flow.stages.map(({ stage, at, duration }) => ({ stage, timestamp: iso(at), duration })),
      interactions: flow.interactions.map(({ type, description, at }) => ({ type, description, timestamp: iso(at) })),
      metadata: { ...flow.metadata },
      startedAt: story.at(flow.started),
      completedAt: flow.completed && story.at(flow.completed),
      updatedAt: story.at(flow.stages.at(-1)?.at ?? flow.started),
    })),
  });
}
