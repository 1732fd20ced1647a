import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { Credentials, Registration } from '#contract/account.ts';

// The form has only these two fields; the mutation adds the rest.
const RegistrationForm = z.object({ username: Registration.shape.username, password: Registration.shape.password });

/** The resolvers of the login forms. They are a file of their own because zod loads only on submit. */
export const RESOLVERS = { signIn: zodResolver(Credentials), register: zodResolver(RegistrationForm) } as const;
