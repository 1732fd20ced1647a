import { graphql } from '#web/gql/gql.ts';

/** Every change of somebody's own reviews and insights, from whichever tab of theirs. */
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
