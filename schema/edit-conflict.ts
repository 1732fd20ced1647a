import type { EditableRow, Precondition } from '#domain/editable-row.ts';
import type { EditConflict as EditConflictError } from '#domain/failures.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { Failure } from './failures.ts';

export const EditConflict = builder.interfaceRef<EditConflictError<EditableRow>>('EditConflict').implement({
  description:
    'The row changed after you loaded it (`ifUpdatedAt`). Nothing was saved. Each kind of row has a type of its own, with the row as `current`.',
  interfaces: [Failure],
  fields: (t) => ({
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the row last changed, UTC. Send it as `ifUpdatedAt` to save over this version.',
      resolve: ({ current }) => current.updatedAt,
    }),
    updatedBy: t.expose('updatedBy', {
      type: User,
      nullable: true,
      description: 'Who made the last change; null when that is not known, for example after an import.',
    }),
  }),
});

/** The description of the argument `ifUpdatedAt`. */
export const IF_UPDATED_AT =
  'Save only while the row’s `updatedAt` is this; otherwise the answer is an edit conflict with the row as it is. Null or left out: save in any case.';

/** The argument `ifUpdatedAt` as a precondition of the domain. */
export const unlessChangedSince = (ifUpdatedAt: Date | null | undefined): Precondition => ({
  ifUpdatedAt: ifUpdatedAt ? [ifUpdatedAt] : null,
});
