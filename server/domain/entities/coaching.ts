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
    id: primaryKey('The session’s id.'),
    title: text('What the session was about.'),
    type: openEnum('The kind of session.'),
    status: openEnum('`active`, `completed` or another status.'),
    createdAt: timestamp('When the session started, UTC.'),
    updatedAt: timestamp('When the session last changed, UTC.'),
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
    id: primaryKey('The insight’s id.'),
    sessionId: nullable(id('The id of the session it came from.')),
    category: enumOf('InsightCategory', Object.values(InsightCategory), 'Topic of the insight.'),
    insight: longText('The observation, in a sentence.'),
    priority: enumOf('Priority', PRIORITIES, 'How urgent it is.'),
    actionItem: nullable(longText('What to do about it.')),
    metric: nullable(openEnum('The metric it is about, such as `talk_share`.')),
    metricValue: nullable(decimal('The metric when the insight was found, in its own unit.')),
    metricTarget: nullable(decimal('The value to aim for.')),
    source: nullable(text('The source that says this metric matters.')),
    isImplemented: boolean('Whether it was done.'),
    implementedAt: nullable(timestamp('When it was done, UTC.')),
    createdAt: timestamp('When it was found, UTC.'),
  },
  excluded: { userId: 'always the viewer', evidence: 'JSON: the lines it is based on' },
  toOne: {
    session: {
      entity: 'coachingSession',
      from: 'sessionId',
      to: 'id',
      description: 'The session it came from.',
      inverse: { name: 'insights', description: 'The insights of the session.' },
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
    value: decimal('The measured value, in the unit of its type; four decimals.'),
    period: openEnum('The period it covers: `daily`, `weekly` or another one.'),
    date: timestamp('The start of that period, UTC.'),
    createdAt: timestamp('When it was computed, UTC.'),
  },
  excluded: { userId: 'always the viewer', metadata: 'JSON of whatever computed it' },
  toOne: {},
  rowVisibility: OWN,
  primaryKey: 'id',
  defaultSort: 'date',
};
