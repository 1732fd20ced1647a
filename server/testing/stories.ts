import { z } from 'zod';
import type { Viewer } from '#domain/viewer.ts';
import type { Database } from '#server/database/client.ts';
import type { TestApp } from './test-app.ts';

const WithId = z.object({ id: z.string() });
const WithMessage = z.object({ message: z.string() });

/** The id in an answer. */
export const idOf = (body: unknown): string => WithId.parse(body).id;

/** The sentence in a refusal. */
export const messageOf = (body: unknown): string => WithMessage.parse(body).message;

/** A registered user, as services see them. */
export async function signUpViewer(app: TestApp, username: string): Promise<Viewer> {
  await app.signUp(username);
  return viewerOf(app, username);
}

/** Somebody who has signed in, as services see them. */
export async function viewerOf(app: TestApp, username: string): Promise<Viewer> {
  const { id, user, expiresAt, createdAt } = await app.container.db.prisma.session.findFirstOrThrow({
    where: { user: { username } },
    include: { user: true },
  });
  return {
    ...user,
    credential: { kind: 'session', id, expiresAt, signedInAt: createdAt },
    access: await app.container.directory.accessOf(user.id),
  };
}

/** What happened, oldest first: the kinds of facts written so far. */
export const eventsOf = async (db: Database, subjectId?: string) =>
  db.prisma.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
