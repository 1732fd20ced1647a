import { variablesIn } from '#contract/email-template.ts';
import { demoFlows } from './demo-flows.ts';
import { demoOrders } from './demo-orders.ts';
import { ago, type Moment } from './moment.ts';
import { getByKey, type SeedContext } from './scenario.ts';

/** The id and timestamps of a row that was created at a moment, so that ids sort by time. */
function stamp({ scenario, newId }: SeedContext, created: Moment) {
  scenario.setClock(created);
  const at = scenario.at(created);
  return { id: newId(), createdAt: at, updatedAt: at };
}

/** What the assistant answers from; the replies need it. */
export async function insertTraining(context: SeedContext): Promise<void> {
  const { db, data } = context;
  await db.prisma.trainingItem.createMany({
    data: data.training.map(({ title, text, category, source, tags, created }) => ({
      ...stamp(context, created),
      title,
      content: text,
      category,
      source,
      tags,
    })),
  });
}

/** What came from outside (orders, syncs), and rows that no service creates in the past (templates, flows). */
export async function insertRecords(context: SeedContext): Promise<void> {
  await insertOrders(context);
  await insertTemplates(context);
  await insertFlows(context);
  const { db, scenario } = context;
  const [shopify, callrail] = [scenario.at(ago(0, 5)), scenario.at(ago(0, 180))];
  await db.prisma.integrationState.createMany({
    data: [
      // The store was read completely: the next sync requests what changed after the watermark.
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

async function insertOrders(context: SeedContext): Promise<void> {
  const { db, scenario, data } = context;
  const iso = (moment: Moment | null) => (moment ? scenario.at(moment).toISOString() : null);
  await db.prisma.order.createMany({
    data: demoOrders(data).map(
      ({ shopifyOrderId, orderNumber, totalPrice, status, customer, created, lineItems, buyer, note, fulfilment }) => {
        const { shippedAt, deliveredAt, ...parcel } = fulfilment;
        return {
          ...stamp(context, created),
          shopifyOrderId,
          orderNumber,
          totalPrice,
          status,
          customerId: customer ? getByKey(scenario.customers, customer) : null,
          orderData: {
            lineItems,
            customer: buyer,
            note,
            fulfilment: { ...parcel, shippedAt: iso(shippedAt), deliveredAt: iso(deliveredAt) },
          },
          customerName: buyer.name,
          customerEmail: buyer.email,
          fulfilment: parcel.status,
          cancelledAt: status === 'cancelled' ? scenario.at(created) : null,
          shopUpdatedAt: scenario.at(created),
        };
      },
    ),
  });
}

async function insertTemplates(context: SeedContext): Promise<void> {
  const { db, data } = context;
  await db.prisma.emailTemplate.createMany({
    data: data.emailTemplates.map(({ name, type, subject, text, usageCount, created }) => ({
      ...stamp(context, created),
      name,
      type,
      subject,
      body: text,
      variables: variablesIn(subject, text),
      usageCount,
    })),
  });
  await db.prisma.responseTemplate.createMany({
    data: data.responseTemplates.map(({ name, type, text, created }) => ({
      ...stamp(context, created),
      name,
      type,
      content: text,
      variables: variablesIn(text),
    })),
  });
}

async function insertFlows(context: SeedContext): Promise<void> {
  const { db, scenario, data } = context;
  const iso = (moment: Moment) => scenario.at(moment).toISOString();
  await db.prisma.interactionFlow.createMany({
    data: demoFlows(data).map(({ customer, flowType, currentStage, stages, interactions, metadata, started, reached, completed }) => {
      const { id, createdAt: startedAt } = stamp(context, started);
      return {
        id,
        customerId: getByKey(scenario.customers, customer),
        flowType,
        currentStage,
        stages: stages.map(({ stage, at, duration }) => ({ stage, timestamp: iso(at), duration })),
        interactions: interactions.map(({ type, description, at }) => ({ type, description, timestamp: iso(at) })),
        metadata,
        startedAt,
        completedAt: completed && scenario.at(completed),
        updatedAt: scenario.at(reached),
      };
    }),
  });
}
