import { graphql } from '#web/gql/gql.ts';
import type { AssignmentRulesQuery } from '#web/gql/graphql.ts';

/** The assignment rules in the order in which they are tried. */
export const AssignmentRulesDocument = graphql(`
  query AssignmentRules {
    assignmentRules {
      id
      name
      isActive
      appliesTo
      sources
      phonePrefixes
      method
      people {
        id
        displayName
      }
      teams {
        id
        name
      }
      lastAssigned {
        id
        displayName
      }
    }
  }
`);

export type AssignmentRule = AssignmentRulesQuery['assignmentRules'][number];
