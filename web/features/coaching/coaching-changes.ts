import { graphql } from '#web/gql/gql.ts';

/** Changes to the sessions and insights that the viewer may read. */
export const CoachingChanged = graphql(`
  subscription CoachingChanged($after: EventCursor) {
    coachingChanged(after: $after) {
      cursor
      kind
      id
      insight {
        id
        ...InsightCard_insight
        session {
          id
          status
          progress {
            implemented
            insights
          }
        }
      }
    }
  }
`);
