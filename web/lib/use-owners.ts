import { useState } from 'react';
import { OWNERS, type Owners } from '#contract/owners.ts';
import { useViewer } from '#web/session/session.tsx';
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

/** Whose rows the screens show: from the URL, or else what this person chose last in this browser; everyone's at first. */
export function useOwners() {
  const key = `callboard.owners.${useViewer().id}`;
  const { getOneOf, set } = useFilterParam<'owners'>();
  const [kept, setKept] = useState(() => read(key));
  const named = getOneOf('owners', OWNERS.map(inUrl));
  return {
    owners: OWNERS.find((owners) => inUrl(owners) === named) ?? kept,
    choose: (owners: Owners) => {
      write(key, owners);
      setKept(owners);
      set('owners', owners === 'EVERYONE' ? null : inUrl(owners));
    },
  };
}
