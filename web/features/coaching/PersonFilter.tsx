import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { useViewer } from '#web/session/session.tsx';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';

const CoachedPeople = graphql(`
  query CoachedPeople {
    coachedPeople {
      id
      displayName
    }
  }
`);

/** The people whose coaching the viewer may read; none until they are known. */
export const useCoachedPeople = () => useQuery(CoachedPeople).data?.coachedPeople ?? [];

/** Whose coaching is shown, by the URL; null for nobody in particular. */
export function usePerson() {
  const { get, set } = useFilterParam<'person'>();
  return { person: get('person'), choose: (id: string) => set('person', id) };
}

/** Filters coaching by the person it is of; absent for those who read only their own. `all` names the choice of nobody in particular. */
export function PersonFilter({ all }: { all: string }) {
  const { id: viewerId } = useViewer();
  const people = useCoachedPeople();
  const { person, choose } = usePerson();
  if (!people.some(({ id }) => id !== viewerId)) return null;
  return (
    <FilterSelect
      label="Person"
      value={people.some(({ id }) => id === person) ? person : null}
      all={all}
      options={people.map(({ id, displayName }) => [id, id === viewerId ? `${displayName} (you)` : displayName])}
      onChoose={choose}
    />
  );
}
