import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';

export type CardChange = {
  kind: 'created' | 'moved' | 'updated' | 'imported';
  actor: { firstName: string; displayName: string } | null;
  lead: { name: string; stage: LeadStage } | null;
};

const DID = { created: 'added', moved: 'moved', updated: 'edited', imported: 'imported' } as const;

/** What a card says for two seconds. */
export const moverLabel = ({ kind, actor }: CardChange): string =>
  `${actor?.firstName || actor?.displayName || 'Callboard'} ${DID[kind]} this`;

function sentence({ kind, actor, lead }: CardChange): string {
  if (kind === 'imported') return `${actor?.displayName ?? 'Callboard'} changed leads by an import.`;
  const what = `${actor?.displayName ?? 'Callboard'} ${DID[kind]} ${lead?.name ?? 'a lead'}`;
  return kind === 'moved' && lead ? `${what} to ${STAGE_LABELS[lead.stage]}.` : `${what}.`;
}

/** What a screen reader says: each of a few changes, or how many there were of a burst. */
export function announcement(news: readonly CardChange[]): string {
  // An import tells of part after part, and is one piece of news.
  const told = news.filter(({ kind }, at) => kind !== 'imported' || news.findIndex((each) => each.kind === kind) === at);
  return told.length > 3 ? `${told.length} changes on the board.` : told.map(sentence).join(' ');
}
