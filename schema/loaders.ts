import DataLoader from 'dataloader';
import type { LeadStage } from '#contract/lead.ts';
import type { FollowUp } from '#domain/coaching/follow-up.ts';
import type { CustomerMetrics } from '#domain/customer/metrics.ts';
import type { Flow } from '#domain/flow/stored.ts';
import type { LeadMetrics } from '#domain/lead/queries.ts';
import type { LiveCall } from '#domain/live-call/stored.ts';
import type { Match } from '#domain/transcription/matches.ts';
import type {
  AiResponse,
  CoachingInsight,
  CoachingSession,
  Customer,
  EmailTemplate,
  Lead,
  LiveCallNote,
  Order,
  TrainingItem,
  Transcription,
  User,
} from '#prisma/generated/client.ts';
import type { Services } from '#server/services.ts';
import { createNested } from './query/nested.ts';

/** Reads the things one request needs, each once and together; made anew for every request. */
export interface Loaders {
  coachingSession(id: string | null): Promise<CoachingSession | null>;
  /** The insights of a coaching session, the most urgent first. */
  coachingInsights(sessionId: string): Promise<readonly CoachingInsight[]>;
  /** What became of the number an insight is about. */
  followUp(insight: CoachingInsight): Promise<FollowUp | null>;
  customer(id: string | null): Promise<Customer | null>;
  customerMetrics(id: string): Promise<CustomerMetrics>;
  flow(id: string | null): Promise<Flow | null>;
  emailTemplate(id: string | null): Promise<EmailTemplate | null>;
  lead(id: string | null): Promise<Lead | null>;
  leadMetrics(id: string): Promise<LeadMetrics>;
  liveCall(id: string | null): Promise<LiveCall | null>;
  coachNotes(liveCallId: string): Promise<readonly LiveCallNote[]>;
  order(id: string | null): Promise<Order | null>;
  reply(id: string | null): Promise<AiResponse | null>;
  trainingItem(id: string | null): Promise<TrainingItem | null>;
  transcription(id: string | null): Promise<Transcription | null>;
  user(id: string | null): Promise<User | null>;
  /** Where a search stands in a call. */
  matches(search: string | null | undefined, id: string): Promise<readonly Match[]>;
  citations(responseId: string): Promise<readonly TrainingItem[]>;
  /** The lists that belong to rows. */
  readonly nested: ReturnType<typeof createNested>;
  /** The first cards of a column of the board. */
  columnTop(stage: LeadStage, take: number): Promise<readonly Lead[]>;
}

export function createLoaders(services: Services): Loaders {
  const coachingSessions = new DataLoader(byId((ids) => services.coaching.findSessions(ids)));
  const coachingInsights = new DataLoader(async (ids: readonly string[]) => {
    const insights = await services.coaching.insightsOf(ids);
    return ids.map((id) => insights.get(id) ?? []);
  });
  const followUps = new DataLoader((insights: readonly CoachingInsight[]) => services.coaching.followUps(insights), { cache: false });
  const customers = new DataLoader(byId((ids) => services.customers.findMany(ids)));
  const metrics = new DataLoader((ids: readonly string[]) => services.customers.metrics(ids));
  const flows = new DataLoader(byId((ids) => services.flows.findMany(ids)));
  const emailTemplates = new DataLoader(byId((ids) => services.emailTemplates.findMany(ids)));
  const leads = new DataLoader(byId((ids) => services.leads.findMany(ids)));
  const leadMetrics = new DataLoader((ids: readonly string[]) => services.leads.metrics(ids));
  const liveCalls = new DataLoader(byId((ids) => services.liveCalls.findMany(ids)));
  const notes = new DataLoader(async (ids: readonly string[]) => {
    const found = await services.liveCalls.notes(ids);
    return ids.map((id) => found.get(id) ?? []);
  });
  const orders = new DataLoader(byId((ids) => services.orders.findMany(ids)));
  const replies = new DataLoader(byId((ids) => services.replies.findMany(ids)));
  const transcriptions = new DataLoader(byId((ids) => services.transcriptions.findMany(ids)));
  const training = new DataLoader(byId((ids) => services.training.findMany(ids)));
  const users = new DataLoader(byId((ids) => services.users.findMany(ids)));
  const citations = new DataLoader(async (ids: readonly string[]) => {
    const cited = await services.replies.citations(ids);
    return ids.map((id) => cited.get(id) ?? []);
  });
  const searches = new Map<string, DataLoader<string, readonly Match[]>>();
  const matchesOf = (search: string) => {
    const loader =
      searches.get(search) ??
      new DataLoader<string, readonly Match[]>(async (ids) => {
        const found = await services.transcriptions.matches(search, ids);
        return ids.map((id) => found.get(id) ?? []);
      });
    searches.set(search, loader);
    return loader;
  };
  const columns = new Map<number, DataLoader<LeadStage, readonly Lead[]>>();
  const columnsOf = (take: number) => {
    const loader =
      columns.get(take) ??
      new DataLoader<LeadStage, readonly Lead[]>(async (stages) => {
        const tops = Map.groupBy(await services.leads.tops(stages, take), (lead) => lead.stage);
        return stages.map((stage) => tops.get(stage) ?? []);
      });
    columns.set(take, loader);
    return loader;
  };
  return {
    coachingSession: async (id) => (id ? coachingSessions.load(id) : null),
    coachingInsights: (sessionId) => coachingInsights.load(sessionId),
    followUp: (insight) => followUps.load(insight),
    customer: async (id) => (id ? customers.load(id) : null),
    customerMetrics: (id) => metrics.load(id),
    flow: async (id) => (id ? flows.load(id) : null),
    emailTemplate: async (id) => (id ? emailTemplates.load(id) : null),
    lead: async (id) => (id ? leads.load(id) : null),
    leadMetrics: (id) => leadMetrics.load(id),
    liveCall: async (id) => (id ? liveCalls.load(id) : null),
    coachNotes: (id) => notes.load(id),
    order: async (id) => (id ? orders.load(id) : null),
    reply: async (id) => (id ? replies.load(id) : null),
    transcription: async (id) => (id ? transcriptions.load(id) : null),
    trainingItem: async (id) => (id ? training.load(id) : null),
    user: async (id) => (id ? users.load(id) : null),
    matches: async (search, id) => (search ? matchesOf(search).load(id) : []),
    nested: createNested(services),
    citations: (responseId) => citations.load(responseId),
    columnTop: (stage, take) => columnsOf(take).load(stage),
  };
}

/** A batch function that puts rows in the order of their ids; null where there is none. */
const byId =
  <Row extends { readonly id: string }>(read: (ids: readonly string[]) => Promise<readonly Row[]>) =>
  async (ids: readonly string[]): Promise<Array<Row | null>> => {
    const rows = new Map((await read(ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  };
