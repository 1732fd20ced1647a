import type { Passwords } from '#server/auth/passwords.ts';
import type { ServiceDeps } from '../deps.ts';

interface DemoSignInDeps extends Pick<ServiceDeps, 'db'> {
  readonly passwords: Passwords;
  /** The published sign-in of the demo data; null without them. */
  readonly signIn: { readonly username: string; readonly password: string } | null;
}

export type DemoSignIn = ReturnType<typeof createDemoSignIn>;

/** Whether the published demo sign-in still works: the demo person may have changed their password. */
export function createDemoSignIn({ db, passwords, signIn }: DemoSignInDeps) {
  // Cached by hash: every page needs it, and verifying a hash is slow on purpose.
  let cached: { readonly hash: string; readonly works: Promise<boolean> } | null = null;
  return {
    works: async (): Promise<boolean> => {
      if (!signIn) return false;
      const { username, password } = signIn;
      const person = await db.prisma.user.findUnique({
        where: { username },
        select: { passwordHash: true, isActive: true, createdAt: true, updatedAt: true },
      });
      if (!person?.isActive) return false;
      // An unchanged account needs no verification, which would hold 19 MB from the start on.
      if (person.updatedAt.getTime() === person.createdAt.getTime()) return true;
      if (cached?.hash !== person.passwordHash)
        cached = { hash: person.passwordHash, works: passwords.verify(password, person.passwordHash) };
      return cached.works;
    },
  };
}
