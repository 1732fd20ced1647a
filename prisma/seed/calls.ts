import { ANALYZED_FIELDS, storedAnalysis } from '#domain/transcription/analysis.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { Database } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import { CALLS } from '../world/calls.ts';
import type { WorldCall } from '../world/types.ts';
import { named, type Scenario, type Step } from './scenario.ts';

interface Shelf {
  readonly db: Database;
  readonly story: Scenario;
  readonly newId: NewId;
}

/** The recorded calls, each where it belongs in the story: reviews look at them later. */
export const calls = (shelf: Shelf): Step[] => CALLS.map((call): Step => ({ at: call.at, run: () => placeCall(shelf, call) }));

async function placeCall({ db, story, newId }: Shelf, call: WorldCall): Promise<void> {
  const id = newId();
  const content = call.dialogue.trim();
  const analysis = await offlineAssistant().analyze({ content, duration: call.duration });
  story.calls.set(call.key, id);
  await db.prisma.transcription.create({
    // Title, summary and the like are a colleague's; the moments and next steps are the assistant's.
    data: {
      id,
      customerId: call.customer ? named(story.customers, call.customer) : null,
      leadId: call.lead ? named(story.leads, call.lead) : null,
      repId: named(story.people, call.rep).id,
      title: call.title,
      content,
      summary: call.summary,
      duration: call.duration,
      type: call.type,
      sentiment: call.sentiment,
      tags: [...call.tags],
      callValue: call.callValue,
      priority: call.priority,
      metadata: { ...call.metadata, setByPerson: [...ANALYZED_FIELDS] },
      analysis: storedAnalysis(analysis, story.at(call.at)),
      externalId: call.metadata.source === 'callrail' ? call.metadata.callId : null,
      createdAt: story.at(call.at),
      updatedAt: story.at(call.at),
    },
  });
}
