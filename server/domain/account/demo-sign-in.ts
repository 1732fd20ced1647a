import type { Passwords } from '#server/auth/passwords.ts';
import type { ServiceDeps } from '../deps.ts';

interface DemoSignInDeps extends Pick<ServiceDeps, 'db'> {
  readonly passwords: Passwords;
  /** How the demo person signs in at first; null outside of the demo world. */
  readonly signIn: { readonly username: string; readonly password: string } | null;
}

export type DemoSignIn = ReturnType<typeof createDemoSignIn>;

/** Whether the sign-in that everybody is told of still lets one in: the demo person may change their password, too. */
export function createDemoSignIn({ db, passwords, signIn }: DemoSignInDeps) {
  // A hash is looked at once: it is asked for with every page, and to check one takes long on purpose.
  let last: { readonly hash: string; readonly works: Promise<boolean> } | null = null;
  return {
    works: async (): Promise<boolean> => {
      if (!signIn) return false;
      const { username, password } = signIn;
      const person = await db.prisma.user.findUnique({
        where: { username },
        select: { passwordHash: true, isActive: true, createdAt: true, updatedAt: true },
      });
      if (!person?.isActive) return false;
      // An account nobody has changed needs no look at its hash, for which a start would hold 19 MB from then on.
      if (person.updatedAt.getTime() === person.createdAt.getTime()) return true;
      if (last?.hash !== person.passwordHash) last = { hash: person.passwordHash, works: passwords.verify(password, person.passwordHash) };
      return last.works;
    },
  };
}
