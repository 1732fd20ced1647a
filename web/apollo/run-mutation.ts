import { possibleTypes } from '#web/gql/possible-types.ts';
import { notify } from '#web/ui/toasts/toast.ts';

type FailureName = (typeof possibleTypes)['Failure'][number];
type Member<TData> = NonNullable<TData[keyof TData]>;

/** The success payload of a mutation: the members of its union that are not failures. */
export type Success<TData> = Exclude<Member<TData>, { __typename: FailureName }>;

/** The members that are failures. */
export type Failed<TData> = Extract<Member<TData>, { __typename: FailureName }>;

export type MutationMessages<TData> = {
  /** The success toast; left out, there is none. */
  done?: string | ((success: Success<TData>) => string);
  doneTitle?: string;
  /** The error toast, unless the failure has a message for the user; a function gets the thrown error. */
  failed: string | ((thrown: unknown) => string);
  failedTitle?: string;
  /** Gets a failure first, to show it at its field; returns false if it belongs to none. */
  onFieldError?: (failure: Failed<TData>) => boolean;
};

const FAILURES: ReadonlySet<string> = new Set(possibleTypes.Failure);

// Failures whose message is written for the user; for the others the toast says that the action failed.
const USER_FACING: ReadonlySet<string> = new Set<FailureName>([
  'Invalid',
  'Conflict',
  'TooManyAttempts',
  'RegistrationClosed',
  'WrongPassword',
]);

type Failure = { __typename: string; message?: string };

const hasTypename = (value: unknown): value is Failure => typeof value === 'object' && value !== null && '__typename' in value;

const isFailure = <TData>(value: unknown): value is Failed<TData> => hasTypename(value) && FAILURES.has(value.__typename);

const isSuccess = <TData>(value: unknown): value is Success<TData> => value !== null && value !== undefined && !isFailure(value);

/** The text of the error toast: the failure's own message, or that the action failed. */
function failureMessage(answer: unknown, failed: string): string {
  if (!hasTypename(answer)) return failed;
  if (USER_FACING.has(answer.__typename)) return answer.message ?? failed;
  if (answer.__typename !== 'NotFound') return failed;
  return `${failed}${failed.endsWith('.') ? '' : '.'} ${answer.message}. It may have been deleted.`;
}

/** Waits for a mutation and shows a toast; returns its result, or null if it failed. */
export async function runMutation<TData extends object>(
  mutation: Promise<{ data?: TData | null; error?: unknown }>,
  messages: MutationMessages<TData>,
): Promise<Success<TData> | null> {
  const { data, error } = await mutation.catch((thrown: unknown) => ({ data: null, error: thrown }));
  const answer: unknown = data ? Object.values(data)[0] : null;
  if (error || !isSuccess<TData>(answer)) {
    if (isFailure<TData>(answer) && messages.onFieldError?.(answer)) return null;
    const failed = typeof messages.failed === 'function' ? messages.failed(error) : messages.failed;
    notify({ title: messages.failedTitle ?? 'Error', description: failureMessage(answer, failed), tone: 'error' });
    return null;
  }
  const done = typeof messages.done === 'function' ? messages.done(answer) : messages.done;
  if (done) notify({ title: messages.doneTitle ?? 'Success', description: done, tone: 'success' });
  return answer;
}

/** The members of a result that mean that someone else changed the row first. */
type EditConflictOf<TData> = Extract<Member<TData>, { current: object }>;

/** `runMutation` for a row that someone else may have changed: a conflict is returned without a toast, for the form to show. */
export async function settleEdit<TData extends object>(
  mutation: Promise<{ data?: TData | null; error?: unknown }>,
  messages: Omit<MutationMessages<TData>, 'onFieldError'>,
): Promise<{ success: Success<TData> | null; conflict: EditConflictOf<TData> | null }> {
  const conflicts: EditConflictOf<TData>[] = [];
  const collectConflict = (failure: Failed<TData>) => isEditConflict<TData>(failure) && conflicts.push(failure) > 0;
  const success = await runMutation(mutation, { ...messages, onFieldError: collectConflict });
  return { success, conflict: conflicts[0] ?? null };
}

const EDIT_CONFLICTS: ReadonlySet<string> = new Set(possibleTypes.EditConflict);

const isEditConflict = <TData>(value: unknown): value is EditConflictOf<TData> =>
  hasTypename(value) && EDIT_CONFLICTS.has(value.__typename);
