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
import { AccountForm, useIsMounted } from './AccountForm.tsx';

const FIELDS = ['firstName', 'lastName', 'jobTitle', 'email'] as const;

const profileOf = ({ firstName, lastName, jobTitle, email }: Profile): Profile => ({ firstName, lastName, jobTitle, email });

const resolveProfile = zodResolver(ProfileEdit);
const resolveEmailChange = zodResolver(EmailEdit);

// Validates only changed fields: an email generated from an unusual username may be invalid, and must not block other changes.
const changedFieldsResolver =
  (saved: Profile): Resolver<ProfileEdit> =>
  (values, context, options) => {
    const changed = Object.fromEntries(FIELDS.filter((field) => values[field] !== saved[field]).map((field) => [field, values[field]]));
    if (values.email?.trim() === saved.email) return resolveProfile(changed, context, options);
    return resolveEmailChange({ ...changed, currentPassword: values.currentPassword ?? '' }, context, options);
  };

/** Name, job title and email. Only changed fields are sent. */
export function ProfileForm() {
  const viewer = useViewer();
  const { register, handleSubmit, formState, getValues, resetField, setError, watch } = useForm<ProfileEdit>({
    resolver: changedFieldsResolver(viewer),
    defaultValues: { ...profileOf(viewer), currentPassword: '' },
  });
  const update = useUpdateProfile((field, message) => setError(field, { message }, { shouldFocus: true }));
  const submit = handleSubmit(async (changes) => {
    const saved = await update(changes);
    if (!saved) return;
    const profile = profileOf(saved);
    resetField('currentPassword');
    // Input typed while saving is kept.
    for (const name of FIELDS)
      if (changes[name] !== undefined && getValues(name)?.trim() === changes[name]) resetField(name, { defaultValue: profile[name] });
  });
  const field = (name: keyof ProfileEdit) => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message };
  };
  return (
    <AccountForm
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
          label="Current password (required to change your email)"
          called="your password"
          autoComplete="current-password"
          required
          {...field('currentPassword')}
        />
      )}
    </AccountForm>
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

/** Updates the profile. `setFieldError` receives errors for one of the fields. */
function useUpdateProfile(setFieldError: (field: 'email' | 'currentPassword', message: string) => void) {
  const isMounted = useIsMounted();
  const [mutate] = useMutation(UpdateProfile);
  return (input: ProfileEdit) =>
    runMutation(mutate({ variables: { input } }), {
      done: 'Profile saved',
      failed: 'Failed to save profile',
      onFieldError: (failure) => {
        if (failure.__typename === 'Invalid' || !isMounted()) return false;
        setFieldError(failure.__typename === 'Conflict' ? 'email' : 'currentPassword', failure.message);
        return true;
      },
    });
}
