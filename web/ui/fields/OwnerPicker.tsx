import { skipToken, useApolloClient, useFragment, useQuery } from '@apollo/client/react';
import { Controller, useFormContext } from 'react-hook-form';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { SearchPicker, usePickerSearch } from './SearchPicker.tsx';

export const Assignees = graphql(`
  query Assignees($search: String) {
    assignees(search: $search) {
      id
      displayName
      username
      team {
        id
        name
      }
    }
  }
`);

const OwnerName_user = graphql(`
  fragment OwnerName_user on User {
    id
    displayName
  }
`);

type Owner = { id: string; displayName: string; username?: string; team?: { name: string } | null };

const nameOf = ({ displayName }: Owner) => displayName;
const detailOf = ({ username, team }: Owner) => [username, team?.name].filter(Boolean).join(' · ');

/** Gives the name of an owner whom a form has shown; an empty id is nobody. */
export function useOwnerName(): (id: string) => string {
  const { cache } = useApolloClient();
  const viewer = useViewer();
  return (id) => {
    if (id === '') return 'Nobody';
    if (id === viewer.id) return viewer.displayName;
    return cache.readFragment({ fragment: OwnerName_user, from: { __typename: 'User', id } })?.displayName ?? 'Somebody else';
  };
}

type OwnerPickerProps = {
  /** The id of the owner; empty for nobody. */
  value: string;
  onChange: (id: string) => void;
};

/** Picks whose lead or customer it is; none is nobody’s. */
function OwnerPicker({ value, onChange }: OwnerPickerProps) {
  const viewer = useViewer();
  const { data: known, complete } = useFragment({ fragment: OwnerName_user, from: { __typename: 'User', id: value } });
  const displayName = (complete ? known.displayName : null) ?? (value === viewer.id ? viewer.displayName : 'Somebody else');
  const owner: Owner | null = value === '' ? null : { id: value, displayName };
  const { search, open, control } = usePickerSearch(owner?.displayName);
  const { data, previousData, loading, error } = useQuery(Assignees, open ? { variables: { search } } : skipToken);
  return (
    <SearchPicker
      label="Owner"
      itemNamePlural="people"
      value={owner}
      onChange={(chosen) => onChange(chosen?.id ?? '')}
      control={control}
      results={{ items: (data ?? previousData)?.assignees ?? [], loading, failed: error !== undefined }}
      getLabel={nameOf}
      getDetail={detailOf}
      placeholder="Nobody"
    />
  );
}

/** The owner as a field of the form around it, whose name is `ownerId`. */
export function OwnerField() {
  const { control } = useFormContext<{ ownerId?: string | null }>();
  return (
    <Controller
      name="ownerId"
      control={control}
      render={({ field: { value, onChange } }) => <OwnerPicker value={value ?? ''} onChange={onChange} />}
    />
  );
}
