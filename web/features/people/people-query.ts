import { graphql } from '#web/gql/gql.ts';
import type { PeopleQuery } from '#web/gql/graphql.ts';

/** People with what an admin changes of them. */
export const PeopleDocument = graphql(`
  query People($search: String, $role: RoleKey, $teamId: ID, $first: Int) {
    people(search: $search, role: $role, teamId: $teamId, first: $first) {
      totalCount
      nodes {
        id
        role
        teamId
        teamName
        isActive
        absentFrom
        absentUntil
        capacity
        lastSeenAt
        sessions
        tokens
        hasAuthenticatorApp
        passkeys
        usesIdentityProvider
        secondFactorExempt
        user {
          id
          displayName
          username
          email
        }
      }
    }
  }
`);

export type PersonRow = PeopleQuery['people']['nodes'][number];
