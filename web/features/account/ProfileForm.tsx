import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { type Resolver, useForm } from 'react-hook-form';
import { EmailEdit, type Profile, ProfileEdit } from '#contract/account.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { AccountPart, useIsShown } from './AccountForm.tsx';

const FIELDS = ['firstName', 'lastName', 'jobTitle', 'email'] as const;

const profileOf = ({ firstName, lastName, jobTitle, email }: Profile): Profile => ({ firstName, lastName, jobTitle, email });

const readChanges = zodResolver(ProfileEdit);
const readEmailChange = zodResolver(EmailEdit);

// An address that was made of an odd username would not pass as typed; who leaves it alone is not asked about it.
const changesSince =
  (before: Profile): Resolver<ProfileEdit> =>
  (typed, context, options) => {
    const changed = Object.fromEntries(FIELDS.filter((field) => typed[field] !== before[field]).map((field) => [field, typed[field]]));
    if (typed.email?.trim() === before.email) return readChanges(changed, context, options);
    return readEmailChange({ ...changed, currentPassword: typed.currentPassword ?? '' }, context, options);
  };

/** Names, job title and address. Only what was changed is sent. */
export function ProfileForm() {
  const viewer = useViewer();
  const { register, handleSubmit, formState, getValues, resetField, setError, watch } = useForm<ProfileEdit>({
    resolver: changesSince(viewer),
    defaultValues: { ...profileOf(viewer), currentPassword: '' },
  });
  const update = useUpdateProfile((field, message) => setError(field, { message }, { shouldFocus: true }));
  const submit = handleSubmit(async (changes) => {
    const saved = await update(changes);
    if (!saved) return;
    const now = profileOf(saved);
    resetField('currentPassword');
    // What was typed while it was saved stays.
    for (const name of FIELDS)
      if (changes[name] !== undefined && getValues(name)?.trim() === changes[name]) resetField(name, { defaultValue: now[name] });
  });
  const field = (name: keyof ProfileEdit) => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message };
  };
  return (
    <AccountPart
      title="Profile"
      hint={`Username: ${viewer.username}`}
      submit={{ label: 'Save Profile', pending: 'Saving...' }}
      pending={formState.isSubmitting}
      onSubmit={submit}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <Field label="First name" {...field('firstName')} autoComplete="given-name" autoFocus />
        <Field label="Last name" {...field('lastName')} autoComplete="family-name" />
      </Box>
      <Field label="Job title" {...field('jobTitle')} autoComplete="organization-title" />
      <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
      {watch('email')?.trim() !== viewer.email && (
        <PasswordField
          label="Your password, to change the email"
          called="your password"
          autoComplete="current-password"
          required
          {...field('currentPassword')}
        />
      )}
    </AccountPart>
  );
}

const UpdateProfile = graphql(`
  mutation UpdateProfile($input: ProfileInput!) {
    updateProfile(input: $input) {
      ... on User {
        id
        firstName
        lastName
        displayName
        jobTitle
        email
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what the viewer says of themselves; the card and the greeting follow by themselves. `onRefused` hears what is wrong with which field. */
function useUpdateProfile(onRefused: (field: 'email' | 'currentPassword', why: string) => void) {
  const isShown = useIsShown();
  const [mutate] = useMutation(UpdateProfile);
  return (input: ProfileEdit) =>
    runMutation(mutate({ variables: { input } }), {
      done: 'Profile saved',
      failed: 'Failed to save profile',
      onFieldError: (failure) => {
        if (failure.__typename === 'Invalid' || !isShown()) return false;
        onRefused(failure.__typename === 'Conflict' ? 'email' : 'currentPassword', failure.message);
        return true;
      },
    });
}
