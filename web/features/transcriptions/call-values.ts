import type { Priority } from '#contract/call.ts';

/** What stands in the fields of a call's value and priority. */
export type CallValues = { callValue: string; priority: Priority };

/** A call's record as it stands in the fields. */
export const callValuesOf = ({ callValue, priority }: { callValue?: string | number | null; priority?: Priority | null }): CallValues => ({
  callValue: String(callValue ?? ''),
  priority: priority ?? 'medium',
});
