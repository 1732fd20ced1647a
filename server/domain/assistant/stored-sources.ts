import { z } from 'zod';
import type { TextRange } from '#contract/assistant.ts';
import type { ReplySource } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';

/** Stores what a reply rests on. A row that was deleted while the reply was written is left out; its words stay. */
export const storeSources = (tx: Tx, responseId: string, sources: readonly ReplySource[]) => tx.$executeRaw`
  insert into ai_response_sources
    (response_id, position, kind, training_item_id, order_id, lead_id, transcription_id, title, passage, ranges)
  select ${responseId}, source.position, source.kind::"ReplySourceKind",
    (select id from ai_training_data where source.kind = 'training_item' and id = source.id for key share),
    (select id from shopify_orders where source.kind = 'order' and id = source.id for key share),
    (select id from leads where source.kind = 'lead' and id = source.id for key share),
    (select id from transcriptions where source.kind = 'transcription' and id = source.id for key share),
    source.title, source.passage, source.ranges
  from jsonb_to_recordset(${JSON.stringify(sources.map((source, position) => ({ ...source, position })))}::jsonb)
    as source (position int, kind text, id text, title text, passage text, ranges jsonb)`;

const Ranges = z.array(z.object({ start: z.int(), end: z.int() })).catch([]);

/** The stored ranges of a source; none where they are not what they should be. */
export const readRanges = (stored: unknown): readonly TextRange[] => Ranges.parse(stored);
