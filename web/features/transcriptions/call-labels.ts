/** What a call is called: its title, or else the end of its id. */
export const callTitle = ({ id, title }: { id: string; title?: string | null }): string => title || `Call ${id.slice(-6)}`;

const ENGINES: Readonly<Record<string, string>> = { offline: 'the offline assistant' };

/** Who analysed a call, in the middle of a sentence. */
export const engineName = (engine: string): string => ENGINES[engine] ?? engine;

/** Where a call came from, as a note; nothing for one a person added. */
export function sourceNote(source: string | null | undefined): string | null {
  if (source === 'callrail') return 'From CallRail';
  return source === 'live_call' ? 'From a live call' : null;
}
