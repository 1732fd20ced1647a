import { PRIORITIES } from '#contract/call.ts';
import { type CoachingInsight, type CoachingSession, InsightCategory, type PerformanceMetric, Prisma } from '#prisma/generated/client.ts';
import { choice, decimal, flag, id, key, longText, moment, openText, optional, text } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

// Coaching is one's own business: whoever asks gets only what is theirs.
const OWN = [{ rule: 'own', column: 'user_id' }] as const;

export const coachingSession: EntitySchema<CoachingSession> = {
  name: 'coachingSession',
  type: 'CoachingSession',
  plural: 'coaching sessions of your own',
  table: 'coaching_sessions',
  fields: fieldsOf(Prisma.CoachingSessionScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    title: text('What it was about.'),
    type: openText('What kind of session it is.'),
    status: openText('`active`, `completed` or another word.'),
    createdAt: moment('When it began.'),
    updatedAt: moment('When it last changed.'),
  },
  excluded: {
    userId: 'always the viewer’s own',
    transcriptionIds: 'a JSON list',
    analysisData: 'JSON of the assistant',
    recommendations: 'a JSON list',
    goals: 'a JSON list',
    progress: 'JSON of the session',
  },
  one: {},
  many: { insights: { noun: 'coachingInsight', by: 'sessionId', about: 'What came out of it.' } },
  visible: OWN,
  key: 'id',
};

export const coachingInsight: EntitySchema<CoachingInsight> = {
  name: 'coachingInsight',
  type: 'CoachingInsight',
  plural: 'coaching insights of your own',
  table: 'coaching_insights',
  fields: fieldsOf(Prisma.CoachingInsightScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    sessionId: optional(id('The id of the session it came out of.')),
    category: choice('InsightCategory', Object.values(InsightCategory), 'What it is about.'),
    insight: longText('What was seen.'),
    priority: choice('Priority', PRIORITIES, 'How urgent it is.'),
    actionItem: optional(longText('What to do about it.')),
    metric: optional(openText('The counted number it is about: `talk_share`.')),
    metricValue: optional(decimal('That number when the insight was found, in its unit.')),
    metricTarget: optional(decimal('What it should become.')),
    source: optional(text('Who says that this number matters.')),
    isImplemented: flag('Whether it was done.'),
    implementedAt: optional(moment('When it was done.')),
    createdAt: moment('When it was found.'),
  },
  excluded: { userId: 'always the viewer’s own', evidence: 'JSON: the lines it rests on' },
  one: { session: { noun: 'coachingSession', from: 'sessionId', to: 'id', description: 'The session it came out of.' } },
  many: {},
  visible: OWN,
  key: 'id',
};

export const performanceMetric: EntitySchema<PerformanceMetric> = {
  name: 'performanceMetric',
  type: 'PerformanceMetric',
  plural: 'performance metrics of your own',
  table: 'performance_metrics',
  fields: fieldsOf(Prisma.PerformanceMetricScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    metricType: openText('What was measured.'),
    value: decimal('How much, in the unit of what was measured; four decimals.'),
    period: openText('The span it is of: `daily`, `weekly` or another word.'),
    date: moment('The moment it is of.'),
    createdAt: moment('When it was counted.'),
  },
  excluded: { userId: 'always the viewer’s own', metadata: 'JSON of whatever counted it' },
  one: {},
  many: {},
  visible: OWN,
  key: 'id',
  newest: 'date',
};
