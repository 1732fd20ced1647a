import type { FieldPolicy, StoreObject } from '@apollo/client';

/**
 * Rows that live within another thing and have ids there. What came is the whole list; of a row that stays, what was
 * known and not asked for this time stays, too, so that two screens may ask for different parts of it.
 */
export const mergeById: FieldPolicy<readonly StoreObject[]> = {
  merge: (known = [], came, { readField, mergeObjects }) => {
    const earlier = new Map(known.map((row) => [readField('id', row), row]));
    return came.map((row) => {
      const before = earlier.get(readField('id', row));
      return before ? mergeObjects(before, row) : row;
    });
  },
};
