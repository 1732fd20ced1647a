import { builder } from '../builder.ts';
import { asConnection, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { listArgs } from '../query/list-args.ts';
import { LiveCallConnection } from './live-call.ts';

builder.objectField(Customer, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'This customer’s calls that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.customerLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'Calls about this lead that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { loaders: load, viewer }) =>
      asConnection(await load.nested.leadLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);
