import type { PerformanceMetric as PerformanceMetricRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { listArgs } from '../query/list-args.ts';

const PerformanceMetric = builder.objectRef<PerformanceMetricRow>('PerformanceMetric').implement({
  description: 'A number of a person’s own work, at a time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    metricType: t.exposeString('metricType', { description: 'What was measured.' }),
    value: t.field({
      type: 'Decimal',
      description: 'How much, in the unit of what was measured; four decimals.',
      resolve: ({ value }) => value.toFixed(4),
    }),
    period: t.exposeString('period', { description: 'The span it is of: `daily`, `weekly` or another word.' }),
    date: t.expose('date', { type: 'DateTime', description: 'The moment it is of.' }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'What whoever counted it wanted kept.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was counted.' }),
  }),
});

const PerformanceMetricConnection = connectionOf('PerformanceMetric', PerformanceMetric);

builder.queryField('performanceMetric', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: PerformanceMetric,
    nullable: true,
    description: 'One of your own numbers; null when you have none by that id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.analyst.performanceMetrics.one(viewer, id),
  }),
);

builder.queryField('performanceMetrics', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: PerformanceMetricConnection,
    description: 'The viewer’s own numbers, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('performanceMetric') },
    complexity: perRow,
    resolve: async (_root, { where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.performanceMetrics.page(viewer, { where, orderBy }, page)),
  }),
);
