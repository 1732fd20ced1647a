import { builder } from '../builder.ts';
import { asConnection, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { sortedOf } from '../query/asked.ts';
import { LiveCallConnection } from './live-call.ts';

builder.objectField(Customer, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'This customer’s calls that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...sortedOf('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, sort, ...page }, { load, viewer }) =>
      asConnection(await load.nested.customerLiveCalls(viewer, id, { where, orderBy: sort }, page)),
  }),
);

builder.objectField(Lead, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'Calls about this lead that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...sortedOf('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, sort, ...page }, { load, viewer }) =>
      asConnection(await load.nested.leadLiveCalls(viewer, id, { where, orderBy: sort }, page)),
  }),
);
