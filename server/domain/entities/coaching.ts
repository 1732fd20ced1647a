import { PRIORITIES } from '#contract/call.ts';
import { type CoachingInsight, type CoachingSession, InsightCategory, type PerformanceMetric, Prisma } from '#prisma/generated/client.ts';
import { boolean, decimal, enumOf, id, longText, nullable, openEnum, primaryKey, text, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

// Coaching is private: everybody sees only their own.
const OWN = [{ rule: 'ownedByViewer', column: 'user_id' }] as const;

export const coachingSession: EntitySchema<CoachingSession> = {
  name: 'coachingSession',
  type: 'CoachingSession',
  plural: 'your coaching sessions',
  table: 'coaching_sessions',
  fields: fieldsOf(Prisma.CoachingSessionScalarFieldEnum),
  columns: {
    id: primaryKey('The review’s id, the same in REST and exports.'),
    title: text('What the review was about.'),
    type: openEnum('The kind of review, such as `call_analysis`.'),
    status: openEnum('`active`, or `completed` once every insight is put to use.'),
    createdAt: timestamp('When the calls were reviewed, UTC.'),
    updatedAt: timestamp('When an insight of the review last changed, UTC.'),
  },
  excluded: {
    userId: 'always the viewer',
    transcriptionIds: 'a JSON list',
    analysisData: 'JSON written by the assistant',
    recommendations: 'a JSON list',
    goals: 'a JSON list',
    progress: 'JSON of the session',
  },
  toOne: {},
  rowVisibility: OWN,
  primaryKey: 'id',
  oldCursorName: 'coaching sessions',
};

export const coachingInsight: EntitySchema<CoachingInsight> = {
  name: 'coachingInsight',
  type: 'CoachingInsight',
  plural: 'your coaching insights',
  table: 'coaching_insights',
  fields: fieldsOf(Prisma.CoachingInsightScalarFieldEnum),
  columns: {
    id: primaryKey('The insight’s id, the same in REST and exports.'),
    sessionId: nullable(id('The id of the review it comes from.')),
    category: enumOf('InsightCategory', Object.values(InsightCategory), 'Topic of the insight.'),
    insight: longText('One or two sentences, with the number they rest on.'),
    priority: enumOf('Priority', PRIORITIES, 'How important it is; praise is `low`.'),
    actionItem: nullable(longText('What to do in the next call.')),
    metric: nullable(openEnum('The metric it is about, such as `talk_share`.')),
    metricValue: nullable(decimal('The metric when the insight was found, in its own unit.')),
    metricTarget: nullable(decimal('The value to aim for.')),
    source: nullable(text('The study or measure behind its number; null for a judgement of the model.')),
    isImplemented: boolean('Whether you marked it as put to use.'),
    implementedAt: nullable(timestamp('When you marked it as put to use, UTC; null when you have not.')),
    createdAt: timestamp('When the review that found it was made, UTC.'),
  },
  excluded: { userId: 'always the viewer', evidence: 'JSON: the lines it is based on' },
  toOne: {
    session: {
      entity: 'coachingSession',
      from: 'sessionId',
      to: 'id',
      description: 'The review it comes from.',
      inverse: { name: 'insights', description: 'The insights of the review.' },
    },
  },
  rowVisibility: OWN,
  primaryKey: 'id',
  oldCursorName: 'coaching insights',
};

export const performanceMetric: EntitySchema<PerformanceMetric> = {
  name: 'performanceMetric',
  type: 'PerformanceMetric',
  plural: 'your performance metrics',
  table: 'performance_metrics',
  fields: fieldsOf(Prisma.PerformanceMetricScalarFieldEnum),
  columns: {
    id: primaryKey('The metric’s id.'),
    metricType: openEnum('Name of the metric, such as `talk_share`.'),
    value: decimal('The value in the unit of the metric, four decimals.'),
    period: openEnum('The period it covers: `call`, `session`, `daily`, `weekly` or another one.'),
    date: timestamp('The start of that period, UTC.'),
    createdAt: timestamp('When it was written, UTC.'),
  },
  excluded: { userId: 'always the viewer', metadata: 'JSON of whatever computed it' },
  toOne: {},
  rowVisibility: OWN,
  primaryKey: 'id',
  defaultSort: 'date',
};
