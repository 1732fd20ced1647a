import type { ResponseType } from '#contract/call.ts';
import type { CoachingMetric } from '#contract/coaching.ts';
import type { LeadSource, LeadStage } from '#contract/lead.ts';
import type { EmailType, FlowType, Priority, TrainingCategory } from '../generated/enums.ts';

/** A moment of the story: so many days, and so many minutes besides, before its 'now'. */
export type Moment = {
  daysAgo: number;
  minutesAgo?: number;
};

/** Someone of the team. */
export type WorldPerson = {
  key: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  role: 'manager' | 'rep' | 'coach';
  joined: Moment;
};

export type WorldCustomer = {
  key: string;
  name: string;
  company: string;
  email: string;
  phone: string;
  shopifyCustomerId?: string;
  created: Moment;
};

/** A lead coming into a stage; `by` is a person's key. */
export type StageMove = Moment & { stage: LeadStage; by: string };

export type WorldLead = {
  key: string;
  name: string;
  company: string;
  email: string;
  phone: string;
  stage: LeadStage;
  value: string;
  source: LeadSource;
  notes: string;
  /** A customer's key, where the lead is one already. */
  customer?: string;
  lastContact?: Moment;
  /** The first entry is the lead's creation, in 'leads'; the last its present stage. */
  history: readonly StageMove[];
};

/** What the assistant answers from. */
export type WorldTrainingItem = {
  key: string;
  title: string;
  category: TrainingCategory;
  source: 'manual' | 'callrail' | 'document';
  tags: readonly string[];
  /** Plain sentences that can be quoted to a customer; paragraphs are separated by an empty line. */
  content: string;
  created: Moment;
};

export type Sentiment = 'positive' | 'neutral' | 'negative';

export type CallSource = { source: 'manual' } | { source: 'callrail'; callId: string; trackingNumber: string };

export type WorldCall = {
  key: string;
  title: string;
  type: ResponseType;
  sentiment: Sentiment;
  summary: string;
  /** Seconds. */
  duration: number;
  tags: readonly string[];
  callValue: string | null;
  priority: Priority;
  /** Keys of the customer and of the lead it was with. */
  customer?: string;
  lead?: string;
  /** Key of the person who spoke for us. */
  rep: string;
  metadata: CallSource;
  at: Moment;
  /** Lines that begin with `Rep:` or `Customer:`. */
  dialogue: string;
};

/** Something in the store: what a line of an order sells. */
export type Product = { sku: string; title: string; price: string };

export type OrderLine = Product & { quantity: number };

export type OrderStatus = 'paid' | 'pending' | 'shipped' | 'delivered' | 'cancelled' | 'refunded';

export type Fulfilment = {
  status: 'unfulfilled' | 'in_progress' | 'fulfilled' | 'restocked';
  carrier: string | null;
  trackingNumber: string | null;
  shipped: Moment | null;
  delivered: Moment | null;
};

export type WorldOrder = {
  key: string;
  shopifyOrderId: string;
  orderNumber: string;
  totalPrice: string;
  status: OrderStatus;
  /** A customer's key; absent for a guest of the store. */
  customer?: string;
  created: Moment;
  orderData: {
    lineItems: readonly OrderLine[];
    fulfilment: Fulfilment;
    customer: { name: string; email: string; company: string };
    note: string | null;
  };
};

export type WorldEmailTemplate = {
  key: string;
  name: string;
  type: EmailType;
  subject: string;
  body: string;
  variables: readonly string[];
  usageCount: number;
  created: Moment;
};

export type WorldResponseTemplate = {
  key: string;
  name: string;
  type: ResponseType;
  content: string;
  variables: readonly string[];
  created: Moment;
};

/** A stage of a flow: when it was reached, and for how many milliseconds it lasted; null while it lasts. */
export type FlowStep = { stage: string; at: Moment; duration: number | null };

export type FlowInteraction = { type: string; description: string; at: Moment };

export type WorldFlow = {
  key: string;
  customer: string;
  flowType: FlowType;
  currentStage: string;
  stages: readonly FlowStep[];
  interactions: readonly FlowInteraction[];
  metadata: Readonly<Record<string, string | number>>;
  started: Moment;
  completed: Moment | null;
};

/** Calls somebody had reviewed, and the insights they put to use, by the number those are about. */
export type WorldCoachingSession = {
  key: string;
  /** Key of the person who is coached. */
  person: string;
  title: string;
  /** Keys of the calls. */
  calls: readonly string[];
  implemented: readonly { metric: CoachingMetric; at: Moment }[];
  created: Moment;
};

/** A message from a customer, to be answered by the assistant. */
export type WorldReply = {
  key: string;
  responseType: ResponseType;
  message: string;
  customer?: string;
  lead?: string;
  /** Key of the person who asked for the answer. */
  by: string;
  used: boolean;
  at: Moment;
};

export type ExampleMessage = { responseType: ResponseType; message: string };

export type WorldNotification = {
  key: string;
  person: string;
  kind: string;
  title: string;
  body: string;
  /** A path of the web client. */
  link: string;
  created: Moment;
  /** Null while unread. */
  read: Moment | null;
};
