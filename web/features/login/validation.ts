import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { Credentials, Registration } from '#contract/account.ts';

// The form asks for these two alone; the rest is added when it is sent.
const Typed = z.object({ username: Registration.shape.username, password: Registration.shape.password });

/** What holds for each form of the login screen. */
export const RULES = { signIn: zodResolver(Credentials), register: zodResolver(Typed) } as const;
