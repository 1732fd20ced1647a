import { useState } from 'react';
import type { OwnedNoun } from '#contract/access.ts';
import { OWNERS, type Owners } from '#contract/owners.ts';
import { useSessionAccess, useViewer } from '#web/session/session.tsx';
import { useFilterParam } from './use-filter-param.ts';

const inUrl = (owners: Owners) => owners.toLowerCase();

/** Where the choice is not stored, as in a private window, it lasts as long as the URL. */
function read(key: string): Owners {
  try {
    return OWNERS.find((owners) => owners === localStorage.getItem(key)) ?? 'EVERYONE';
  } catch {
    return 'EVERYONE';
  }
}

function write(key: string, owners: Owners): void {
  try {
    localStorage.setItem(key, owners);
  } catch {
    // The URL has it.
  }
}

/** What makes a difference to the viewer, from the fewest rows to the most; nothing for whoever sees only their own. */
function useChoices(nouns: readonly OwnedNoun[]): readonly Owners[] {
  const { readScopes, hasTeammates = true } = useSessionAccess();
  const sees = (scope: string) =>
    !readScopes || readScopes.some((each) => each.scope === scope && nouns.some((noun) => noun === each.noun));
  if (sees('all')) return hasTeammates ? OWNERS : ['MINE', 'EVERYONE'];
  return sees('team') ? ['MINE', 'TEAM'] : [];
}

/**
 * Whose rows of these nouns a screen shows: from the URL, or else what this person chose last in this browser, as far as there is a
 * choice; at first all that they may see.
 */
export function useOwners(...nouns: readonly OwnedNoun[]) {
  const choices = useChoices(nouns);
  const key = `callboard.owners.${useViewer().id}`;
  const { getOneOf, set } = useFilterParam<'owners'>();
  const [kept, setKept] = useState(() => read(key));
  const named = getOneOf('owners', OWNERS.map(inUrl));
  const chosen = OWNERS.find((owners) => inUrl(owners) === named) ?? kept;
  return {
    choices,
    owners: choices.includes(chosen) ? chosen : (choices.at(-1) ?? 'EVERYONE'),
    choose: (owners: Owners) => {
      write(key, owners);
      setKept(owners);
      set('owners', owners === 'EVERYONE' ? null : inUrl(owners));
    },
  };
}
