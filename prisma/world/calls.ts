import { COBALT_SECURITY } from './calls/cobalt-security.ts';
import { FAIRMONT_H14 } from './calls/fairmont-h14.ts';
import { GEARHART_REFERENCE } from './calls/gearhart-reference.ts';
import { HARBORVIEW_LEAK } from './calls/harborview-leak.ts';
import { LARCH_TRIAL } from './calls/larch-trial.ts';
import { MERIDIAN_SATURDAY } from './calls/meridian-saturday.ts';
import { OLIVE_STREET_BILLING } from './calls/olive-street-billing.ts';
import { PEMBERTON_COLD_CALL } from './calls/pemberton-cold-call.ts';
import { QUARRY_LANE_DESCALING } from './calls/quarry-lane-descaling.ts';
import { REDBARN_BRANCHES } from './calls/redbarn-branches.ts';
import { RIDGEWAY_BOARD } from './calls/ridgeway-board.ts';
import { SUMMIT_MILK_LOCKED } from './calls/summit-milk-locked.ts';
import { TESSELLATE_DISCOVERY } from './calls/tessellate-discovery.ts';
import { TIDEWATER_PRICE } from './calls/tidewater-price.ts';
import { WEXFORD_CONTRACT } from './calls/wexford-contract.ts';
import type { WorldCall } from './types.ts';

/** Every recorded call, the newest first. */
export const CALLS: readonly WorldCall[] = [
  REDBARN_BRANCHES,
  GEARHART_REFERENCE,
  SUMMIT_MILK_LOCKED,
  MERIDIAN_SATURDAY,
  LARCH_TRIAL,
  COBALT_SECURITY,
  OLIVE_STREET_BILLING,
  TIDEWATER_PRICE,
  TESSELLATE_DISCOVERY,
  RIDGEWAY_BOARD,
  HARBORVIEW_LEAK,
  FAIRMONT_H14,
  WEXFORD_CONTRACT,
  PEMBERTON_COLD_CALL,
  QUARRY_LANE_DESCALING,
];
