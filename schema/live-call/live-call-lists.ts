import { builder } from '../builder.ts';
import { asConnection, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { askedOf } from '../query/asked.ts';
import { LiveCallConnection } from './live-call.ts';

builder.objectField(Customer, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'This customer’s calls that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...askedOf('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { load, viewer }) =>
      asConnection(await load.nested.customerLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);

builder.objectField(Lead, 'liveCalls', (t) =>
  t.field({
    type: LiveCallConnection,
    description: 'Calls about this lead that run or ran live, newest first.',
    args: { ...t.arg.connectionArgs(), ...askedOf('liveCall') },
    complexity: perRow,
    resolve: async ({ id }, { where, orderBy, ...page }, { load, viewer }) =>
      asConnection(await load.nested.leadLiveCalls(viewer, id, { where, orderBy }, page)),
  }),
);
