import type { EditableRow, Precondition } from '#domain/editable-row.ts';
import type { EditConflict as EditConflictError } from '#domain/failures.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { Failure } from './failures.ts';

export const EditConflict = builder.interfaceRef<EditConflictError<EditableRow>>('EditConflict').implement({
  description:
    'The row changed after you loaded it (`ifUpdatedAt`). Nothing was saved. Each implementing type has the current row as `current`.',
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
      description: 'Who made the last change; null if unknown, for example after an import.',
    }),
  }),
});

/** The description of the argument `ifUpdatedAt`. */
export const IF_UPDATED_AT =
  'Save only if this is the row’s `updatedAt`; otherwise the result is an edit conflict with the current row. If null or omitted, the row is saved in any case.';

/** The argument `ifUpdatedAt` as a precondition. */
export const unlessChangedSince = (ifUpdatedAt: Date | null | undefined): Precondition => ({
  ifUpdatedAt: ifUpdatedAt ? [ifUpdatedAt] : null,
});
