import { PRIORITIES } from '#contract/call.ts';
import { type CoachingInsight, type CoachingSession, InsightCategory, type PerformanceMetric, Prisma } from '#prisma/generated/client.ts';
import { boolean, decimal, enumOf, id, longText, nullable, openEnum, primaryKey, text, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

// Coaching is read by those whose permission on coaching covers the person it is of, or the person it was shared with.

export const coachingSession: EntitySchema<CoachingSession> = {
  name: 'coachingSession',
  type: 'CoachingSession',
  plural: 'coaching sessions',
  table: 'coaching_sessions',
  fields: fieldsOf(Prisma.CoachingSessionScalarFieldEnum),
  columns: {
    id: primaryKey('The review’s id, the same in REST and exports.'),
    userId: id('The id of the person who had the calls reviewed.'),
    title: text('What the review was about.'),
    type: openEnum('The kind of review, such as `call_analysis`.'),
    status: openEnum('`active`, or `completed` once every insight is put to use.'),
    createdAt: timestamp('When the calls were reviewed, UTC.'),
    updatedAt: timestamp('When an insight of the review last changed, UTC.'),
    sharedWithId: nullable(id('The id of the person it was shared with; null for nobody.')),
    sharedAt: nullable(timestamp('When it was shared with them, UTC; null when it is not.')),
  },
  excluded: {
    transcriptionIds: 'a JSON list',
    analysisData: 'JSON written by the assistant',
    recommendations: 'a JSON list',
    goals: 'a JSON list',
    progress: 'JSON of the session',
  },
  toOne: {
    person: { entity: 'user', from: 'userId', to: 'id', description: 'The person who had the calls reviewed.' },
    sharedWith: { entity: 'user', from: 'sharedWithId', to: 'id', description: 'The person it was shared with.' },
  },
  rowVisibility: [],
  access: { noun: 'coaching', owner: 'user_id', sharedWith: 'shared_with_id' },
  primaryKey: 'id',
  oldCursorName: 'coaching sessions',
};

export const coachingInsight: EntitySchema<CoachingInsight> = {
  name: 'coachingInsight',
  type: 'CoachingInsight',
  plural: 'coaching insights',
  table: 'coaching_insights',
  fields: fieldsOf(Prisma.CoachingInsightScalarFieldEnum),
  columns: {
    id: primaryKey('The insight’s id, the same in REST and exports.'),
    userId: id('The id of the person whose insight it is.'),
    sessionId: nullable(id('The id of the review it comes from.')),
    category: enumOf('InsightCategory', Object.values(InsightCategory), 'Topic of the insight.'),
    insight: longText('One or two sentences, with the number they rest on.'),
    priority: enumOf('Priority', PRIORITIES, 'How important it is; praise is `low`.'),
    actionItem: nullable(longText('What to do in the next call.')),
    metric: nullable(openEnum('The metric it is about, such as `talk_share`.')),
    metricValue: nullable(decimal('The metric when the insight was found, in its own unit.')),
    metricTarget: nullable(decimal('The value to aim for.')),
    source: nullable(text('The study or measure behind its number; null for a judgement of the model.')),
    isImplemented: boolean('Whether it was marked as put to use.'),
    implementedAt: nullable(timestamp('When it was marked as put to use, UTC; null when it was not.')),
    createdAt: timestamp('When the review that found it was made, UTC.'),
  },
  excluded: { evidence: 'JSON: the lines it is based on' },
  toOne: {
    person: { entity: 'user', from: 'userId', to: 'id', description: 'The person whose insight it is.' },
    session: {
      entity: 'coachingSession',
      from: 'sessionId',
      to: 'id',
      description: 'The review it comes from.',
      inverse: { name: 'insights', description: 'The insights of the review.' },
    },
  },
  rowVisibility: [],
  access: {
    noun: 'coaching',
    owner: 'user_id',
    sharedWith: { table: 'coaching_sessions', foreignKey: 'session_id', column: 'shared_with_id' },
  },
  primaryKey: 'id',
  oldCursorName: 'coaching insights',
};

export const performanceMetric: EntitySchema<PerformanceMetric> = {
  name: 'performanceMetric',
  type: 'PerformanceMetric',
  plural: 'performance metrics',
  table: 'performance_metrics',
  fields: fieldsOf(Prisma.PerformanceMetricScalarFieldEnum),
  columns: {
    id: primaryKey('The metric’s id.'),
    userId: id('The id of the person whose metric it is.'),
    metricType: openEnum('Name of the metric, such as `talk_share`.'),
    value: decimal('The value in the unit of the metric, four decimals.'),
    period: openEnum('The period it covers: `call`, `session`, `daily`, `weekly` or another one.'),
    date: timestamp('The start of that period, UTC.'),
    createdAt: timestamp('When it was written, UTC.'),
  },
  excluded: { metadata: 'JSON of whatever computed it' },
  toOne: { person: { entity: 'user', from: 'userId', to: 'id', description: 'The person whose metric it is.' } },
  rowVisibility: [],
  access: { noun: 'coaching', owner: 'user_id' },
  primaryKey: 'id',
  defaultSort: 'date',
};
