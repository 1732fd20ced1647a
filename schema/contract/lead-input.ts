import { z } from 'zod';
import { LEAD_SOURCES, LEAD_STAGES } from './lead.ts';
import { TEXT_LIMITS } from './limits.ts';
import { LOST_NOTE_LENGTH, LOST_REASONS } from './lost-reasons.ts';
import { optionalEmail, optionalId, optionalLine, optionalMoney, ownerId, required, typed } from './text.ts';

const name = required(TEXT_LIMITS.line, 'Name is required');

/** A new lead, as the Add New Lead form, `createLead` and `POST /api/leads` send it. */
export const NewLead = z.object({
  name,
  email: optionalEmail,
  phone: optionalLine,
  company: optionalLine,
  value: optionalMoney,
  source: z
    .enum(LEAD_SOURCES, 'Unknown source')
    .nullish()
    .transform((source) => source ?? 'website'),
  customerId: optionalId,
  /** Absent: whoever adds the lead. */
  ownerId,
});
export type NewLead = z.output<typeof NewLead>;

/** The fields of a lead that a person may change; those left out stay as they are. */
export const LeadChanges = z
  .object({
    name,
    email: optionalEmail,
    phone: optionalLine,
    company: optionalLine,
    value: optionalMoney,
    source: z.enum(LEAD_SOURCES, 'Unknown source'),
    notes: typed(TEXT_LIMITS.note)
      .nullable()
      .transform((text) => text || null),
    customerId: optionalId,
    ownerId,
  })
  .partial();
export type LeadChanges = z.output<typeof LeadChanges>;

export const MoveLead = z.object({ stage: z.enum(LEAD_STAGES, 'Unknown stage') });

/** Why a lead is closed as lost, as `closeLeadAsLost` takes it. */
export const LostLead = z.object({
  reason: z.enum(LOST_REASONS, 'Reason is required'),
  competitor: optionalLine,
  note: typed(LOST_NOTE_LENGTH)
    .nullish()
    .transform((text) => text || null),
});
