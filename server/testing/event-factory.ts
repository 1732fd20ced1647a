import type { TestApp } from './test-app.ts';

/** Events of a customer without an action of our users: calls arrive, orders are placed, flows advance. */
export function createEventFactory({ container, clock }: TestApp) {
  const { prisma } = container.db;
  let serial = 0;
  const nextId = () => {
    serial += 1;
    return `t${serial}`;
  };
  return {
    calls: (customerId: string, createdAt = clock.now()) =>
      prisma.transcription.create({ data: { id: nextId(), customerId, content: 'Hello', type: 'sales', createdAt } }),

    orders: (customerId: string, createdAt = clock.now()) => {
      const id = nextId();
      const order = { id, customerId, shopifyOrderId: id, orderNumber: `#${id}`, totalPrice: '10.00', status: 'paid' };
      return prisma.order.create({ data: { ...order, createdAt, updatedAt: createdAt } });
    },

    /** `stages` as they are stored, sensible or not. */
    // A support journey: none of its stages is reached by what leads do meanwhile.
    addFlow: (customerId: string, stages: object) => {
      const now = clock.now();
      const flow = { id: nextId(), customerId, flowType: 'support_journey', currentStage: 'acknowledged', interactions: [] } as const;
      return prisma.interactionFlow.create({ data: { ...flow, stages, startedAt: now, updatedAt: now } });
    },

    /** The fact that an email template was filled in for them. */
    emails: (customerId: string, name: string, actorId: string) => {
      const fact = { kind: 'email.personalized', subjectType: 'email_template', subjectId: 'template' };
      return prisma.event.create({ data: { ...fact, actorId, customerId, data: { name }, at: clock.now() } });
    },
  };
}
