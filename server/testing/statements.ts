import type { Database } from '#server/database/client.ts';

// Others use the pool too: the session, and what runs in the background. These are the tables questions read.
const NOUN_TABLE =
  /\bfrom (?:(?:"public"\.)?"?(customers|leads|transcriptions|shopify_orders|ai_responses|ai_training_data|users|real_time_insights|[a-z_]*segments|[a-z_]*notes|coaching_[a-z]*|email_templates|customer_interaction_flows|performance_metrics|ai_response_citations)\b|(events) as t\d)/i;

/** The tables something reads, one name a statement, on connections of the pool or of Prisma. */
export async function tablesRead({ pool }: Pick<Database, 'pool'>, run: () => Promise<unknown>): Promise<readonly string[]> {
  const ask = pool.query;
  const read: string[] = [];
  Reflect.set(pool, 'query', (...args: unknown[]) => {
    const text = typeof args[0] === 'string' ? args[0] : String(Object(args[0]).text);
    const [, table, events] = NOUN_TABLE.exec(text) ?? [];
    const name = table ?? events;
    if (name !== undefined) read.push(name);
    return Reflect.apply(ask, pool, args);
  });
  try {
    await run();
  } finally {
    Reflect.set(pool, 'query', ask);
  }
  return read;
}
