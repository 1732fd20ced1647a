import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';

export type News = {
  kind: 'created' | 'moved' | 'updated';
  actor: { firstName: string; displayName: string } | null;
  lead: { name: string; stage: LeadStage } | null;
};

const DID = { created: 'added', moved: 'moved', updated: 'edited' } as const;

/** What a card says for two seconds. */
export const onCard = ({ kind, actor }: News): string => `${actor?.firstName || actor?.displayName || 'Callboard'} ${DID[kind]} this`;

function sentence({ kind, actor, lead }: News): string {
  const what = `${actor?.displayName ?? 'Callboard'} ${DID[kind]} ${lead?.name ?? 'a lead'}`;
  return kind === 'moved' && lead ? `${what} to ${STAGE_LABELS[lead.stage]}.` : `${what}.`;
}

/** What a screen reader says: each of a few changes, or how many there were of a burst. */
export function spoken(news: readonly News[]): string {
  return news.length > 3 ? `${news.length} changes on the board.` : news.map(sentence).join(' ');
}
