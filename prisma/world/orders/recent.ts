import { ago } from '../moment.ts';
import type { WorldOrder } from '../types.ts';
import { order } from './order.ts';

/** Orders of the last week, today's among them. */
export const RECENT_ORDERS: readonly WorldOrder[] = [
  order(
    1064,
    { customer: 'castellan' },
    'shipped',
    ago(5, 100),
    { heron: 1, nest: 1, heronInstall: 1 },
    'Installation by appointment with Mr. Haig’s assistant.',
  ),
  order(1065, { customer: 'summit-ortho' }, 'delivered', ago(5, 20), { weekdaySub: 4, decafSub: 2, oatMilk: 2 }),
  order(1066, { customer: 'larch-media' }, 'delivered', ago(4, 300), { firstLight: 2, oatMilk: 1 }),
  order(1067, { customer: 'northlight' }, 'delivered', ago(3, 245), { weekdaySub: 4, decafSub: 1, oatMilk: 2 }),
  order(1068, { customer: 'marigold' }, 'shipped', ago(2, 380), { weekday: 1, decaf: 1, tablets: 1 }),
  order(1069, { customer: 'foxglove' }, 'shipped', ago(2, 55), { overtime: 4, oatMilk: 4, cups: 1 }),
  order(
    1070,
    { customer: 'aster-clinic' },
    'paid',
    ago(1, 175),
    { weekday: 1, delivery: 1 },
    'Please ring at the back door, the front one is for patients.',
  ),
  order(1071, { customer: 'cobalt' }, 'pending', ago(1, 30), { firstLight: 1, overtime: 1, decaf: 1 }, 'Waits for the approver.'),
  order(1072, { guest: { name: 'Leo Marchetti', email: 'leo@cartwheelbikes.example', company: 'Cartwheel Bikes' } }, 'paid', ago(0, 610), {
    plover: 1,
    overtime: 1,
  }),
  order(1073, { customer: 'olive-street' }, 'paid', ago(0, 280), { weekdaySub: 5, firstLightSub: 3, decafSub: 1, cups: 2 }),
  order(1074, { customer: 'hollis' }, 'paid', ago(0, 115), { weekday: 2, overtime: 1, cups: 2, lids: 2 }),
  order(
    1075,
    { customer: 'kepler' },
    'pending',
    ago(0, 25),
    { firstLight: 1, weekday: 1, delivery: 1 },
    'Tasting bags ahead of the quote.',
  ),
];
