import { graphql } from '#web/gql/gql.ts';

/** Changes to the viewer's sessions and insights. */
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
