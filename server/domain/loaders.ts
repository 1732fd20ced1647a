import DataLoader from 'dataloader';
import type { LeadStage } from '#contract/lead.ts';
import type { FollowUp } from '#domain/coaching/performance-metrics.ts';
import type { CustomerMetrics } from '#domain/customer/metrics.ts';
import type { Flow } from '#domain/flow/stored-flow.ts';
import type { LeadMetrics } from '#domain/lead/queries.ts';
import type { LiveCall } from '#domain/live-call/stored-call.ts';
import type { Page, PageRequest } from '#domain/page.ts';
import type { Services } from '#domain/services.ts';
import type { Match } from '#domain/transcription/queries.ts';
import type {
  CoachingInsight,
  CoachingSession,
  Customer,
  Lead,
  LiveCallNote,
  ReplySource,
  Task,
  Team,
  TrainingItem,
  TrainingPhrasing,
  Transcription,
  User,
} from '#prisma/generated/client.ts';
import { createNested } from './query/nested-lists.ts';
import { NOBODY, type Reader } from './viewer.ts';

/** Reads the things one request needs, each once and together; made anew for every request. */
export interface Loaders {
  /** Forgets everything that was read, so that what is read after a write is read anew. */
  clear(): void;
  coachingSession(id: string | null): Promise<CoachingSession | null>;
  /** The insights of a coaching session, the most urgent first. */
  coachingInsights(sessionId: string): Promise<readonly CoachingInsight[]>;
  /** What became of the number an insight is about. */
  followUp(insight: CoachingInsight): Promise<FollowUp | null>;
  customer(id: string | null): Promise<Customer | null>;
  customerMetrics(id: string): Promise<CustomerMetrics>;
  flow(id: string | null): Promise<Flow | null>;
  lead(id: string | null): Promise<Lead | null>;
  leadMetrics(id: string): Promise<LeadMetrics>;
  /** The open task that is the next step of a lead; null for none. */
  nextStep(leadId: string): Promise<Task | null>;
  liveCall(id: string | null): Promise<LiveCall | null>;
  coachNotes(liveCallId: string): Promise<readonly LiveCallNote[]>;
  transcription(id: string | null): Promise<Transcription | null>;
  user(id: string | null): Promise<User | null>;
  /** The team of a person; null for none. */
  teamOf(userId: string): Promise<Team | null>;
  /** The matches of a search in a call. */
  matches(search: string | null | undefined, id: string): Promise<readonly Match[]>;
  citations(responseId: string): Promise<readonly TrainingItem[]>;
  /** What a reply rests on, the most important first. */
  replySources(responseId: string): Promise<readonly ReplySource[]>;
  phrasings(trainingItemId: string): Promise<readonly TrainingPhrasing[]>;
  /** The lists that belong to rows. */
  readonly nested: ReturnType<typeof createNested>;
  /** A page of a column of the board; the first pages of several columns are read in one statement. */
  boardColumn(stage: LeadStage, first: number, after: string | null): Promise<Page<Lead>>;
}

type Reads = { readonly [Name in keyof Omit<Loaders, 'clear'>]: (services: Services, reader: Reader) => Loaders[Name] };

const READS: Reads = {
  coachingSession: ({ coaching }) => one(byId((ids) => coaching.findSessions(ids))),
  coachingInsights: ({ coaching }) => each(listOf((ids) => coaching.insightsOf(ids))),
  followUp: ({ coaching }, reader) => {
    const followUps = new DataLoader((insights: readonly CoachingInsight[]) => coaching.followUps(reader, insights), { cache: false });
    return (insight) => followUps.load(insight);
  },
  customer: ({ customers }, reader) => one(byId((ids) => customers.findMany(reader, ids))),
  customerMetrics: ({ customers }, reader) => each((ids) => customers.metrics(reader, ids)),
  flow: ({ flows }, reader) => one(byId((ids) => flows.findMany(reader, ids))),
  lead: ({ leads }, reader) => one(byId((ids) => leads.findMany(reader, ids))),
  leadMetrics: ({ leads }, reader) => each((ids) => leads.metrics(reader, ids)),
  nextStep: ({ tasks }, reader) =>
    each(async (ids) => {
      const steps = await tasks.nextSteps(reader, ids);
      return ids.map((id) => steps.get(id) ?? null);
    }),
  liveCall: ({ liveCalls }, reader) => one(byId((ids) => liveCalls.findMany(reader, ids))),
  coachNotes: ({ liveCalls }) => each(listOf((ids) => liveCalls.notes(ids))),
  transcription: ({ transcriptions }, reader) => one(byId((ids) => transcriptions.findMany(reader, ids))),
  user: ({ users }) => one(byId((ids) => users.findMany(ids))),
  teamOf: ({ users }) =>
    each(async (ids) => {
      const teams = await users.teamsOf(ids);
      return ids.map((id) => teams.get(id) ?? null);
    }),
  matches: ({ transcriptions }) => {
    const ofSearch = apart((search: string) => each(listOf((ids: readonly string[]) => transcriptions.matches(search, ids))));
    return async (search, id) => (search ? ofSearch(search)(id) : []);
  },
  citations: ({ replies }) => each(listOf((ids) => replies.citations(ids))),
  replySources: ({ replies }, reader) => each(listOf((ids) => replies.sources(reader, ids))),
  phrasings: ({ training }) => each(listOf((ids) => training.phrasings(ids))),
  nested: createNested,
  boardColumn: ({ leads }, reader) => {
    // Batched and not cached: a board requested twice in one operation has a cursor each time, and its cards must be newer.
    const ofPage = apart(
      (first: number) => new DataLoader((stages: readonly LeadStage[]) => readColumns(stages, { first }), { cache: false }),
    );
    const readColumns = async (stages: readonly LeadStage[], page: PageRequest) => {
      const columns = await leads.columns(reader, [...new Set(stages)], page);
      return stages.map((stage) => columns.get(stage) ?? new Error(`No page was read for ${stage}`));
    };
    return async (stage, first, after) => {
      if (after === null) return ofPage(first).load(stage);
      const [column] = await readColumns([stage], { first, after });
      if (!column || column instanceof Error) throw column;
      return column;
    };
  },
};

/** Creates each loader when it is first used: a request uses few, and an open subscription keeps its results. */
const lazily = Object.defineProperties(
  {
    clear(this: object) {
      for (const name of Object.keys(READS)) Reflect.deleteProperty(this, name);
    },
  },
  Object.fromEntries(
    Object.entries(READS).map(([name, make]) => [
      name,
      {
        get(this: { readonly services: Services; readonly reader: Reader }) {
          const value = make(this.services, this.reader);
          Object.defineProperty(this, name, { value, configurable: true });
          return value;
        },
      },
    ]),
  ),
);

export const createLoaders = (services: Services, viewer: Reader | null): Loaders =>
  Object.create(lazily, { services: { value: services }, reader: { value: viewer ?? NOBODY } });

type Batch<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyArray<Value>>;

function each<Key, Value>(read: Batch<Key, Value>): (key: Key) => Promise<Value> {
  const loader = new DataLoader(read);
  return (key) => loader.load(key);
}

/** The same for what may not be there. */
function one<Row>(read: Batch<string, Row | null>): (id: string | null) => Promise<Row | null> {
  const load = each(read);
  return async (id) => (id ? load(id) : null);
}

/** A loader for each set of arguments. */
function apart<Way, Reader>(make: (way: Way) => Reader): (way: Way) => Reader {
  const readers = new Map<Way, Reader>();
  return (way) => {
    const reader = readers.get(way) ?? make(way);
    readers.set(way, reader);
    return reader;
  };
}

/** A batch function that gives each key its list; an empty one where there is none. */
const listOf =
  <Key, Row>(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, readonly Row[]>>): Batch<Key, readonly Row[]> =>
  async (keys) => {
    const lists = await read(keys);
    return keys.map((key) => lists.get(key) ?? []);
  };

/** A batch function that puts rows in the order of their ids; null where there is none. */
const byId =
  <Row extends { readonly id: string }>(read: (ids: readonly string[]) => Promise<readonly Row[]>) =>
  async (ids: readonly string[]): Promise<Array<Row | null>> => {
    const rows = new Map((await read(ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  };
