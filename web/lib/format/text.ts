/** A count with a singular or plural: "1 call", "3 calls". */
export const pluralize = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? '' : 's'}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** Why somebody owns a row, where a rule gave it to them: Assigned to Marcus Reed: Round robin of rule “West coast”. */
export const assignedTo = (owner: string | undefined, reason: string): string =>
  `${owner ? `Assigned to ${owner}` : 'Not assigned'}: ${reason}.`;
