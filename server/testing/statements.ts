import type { Database } from '#server/database/client.ts';

// Others use the pool too: the session, and what runs in the background. These are the tables questions read.
const NOUN_TABLE =
  /\bfrom (?:(?:"public"\.)?"?(customers|leads|transcriptions|shopify_orders|ai_responses|ai_training_data|users|real_time_insights|[a-z_]*segments|[a-z_]*notes|coaching_[a-z]*|email_templates|customer_interaction_flows|performance_metrics|ai_response_citations|ai_response_sources)\b|(events) as t\d)/i;

/** The tables something reads, one name a statement, on the common connections or those of analyst queries. */
export async function tablesRead(
  { pool, analystPool }: Pick<Database, 'pool' | 'analystPool'>,
  run: () => Promise<unknown>,
): Promise<readonly string[]> {
  const read: string[] = [];
  const restore = [pool, analystPool].map((each) => {
    const { query } = each;
    Reflect.set(each, 'query', (...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : String(Object(args[0]).text);
      const [, table, events] = NOUN_TABLE.exec(text) ?? [];
      const name = table ?? events;
      if (name !== undefined) read.push(name);
      return Reflect.apply(query, each, args);
    });
    return () => Reflect.set(each, 'query', query);
  });
  try {
    await run();
  } finally {
    for (const each of restore) each();
  }
  return read;
}
