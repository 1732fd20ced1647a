import type { Pool } from 'pg';
import { EMAIL_TYPES, type EmailType } from '#contract/email-template.ts';

/** How many templates there are of a type. */
export interface EmailTypeCount {
  readonly type: EmailType;
  readonly count: number;
}

const COUNTS = `
  select type::text as type, count(*)::int as count
  from email_templates where deleted_at is null group by type`;

/** Every type with how many templates it has, also those without any. */
export async function countTypes(pool: Pick<Pool, 'query'>): Promise<readonly EmailTypeCount[]> {
  const { rows } = await pool.query<EmailTypeCount>({ name: 'email-template-counts', text: COUNTS });
  const counted = new Map(rows.map(({ type, count }) => [type, count]));
  return EMAIL_TYPES.map((type) => ({ type, count: counted.get(type) ?? 0 }));
}
