import { graphql } from '#web/gql/gql.ts';

/** A change of a training item or of its suggested phrasings. */
export const TrainingLearned = graphql(`
  subscription TrainingLearned($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
    }
  }
`);
