import { isDeepStrictEqual } from 'node:util';
import { WorkspaceChanges } from '#contract/workspace-input.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import { requirePermission } from '../access/access.ts';
import type { Directory } from '../access/directory.ts';
import type { ServiceDeps } from '../deps.ts';
import { Forbidden } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../viewer.ts';
import { type Logo, readLogo } from './logo.ts';
import type { WorkspaceSettings, WorkspaceState, WorkspaceValues } from './settings.ts';

interface WorkspaceDeps extends Pick<ServiceDeps, 'db' | 'log' | 'clock'> {
  readonly directory: Directory;
  readonly workspaceSettings: WorkspaceSettings;
}

/** What an admin sets for everybody: name, logo and colour, formats, retention, who may register and whose rows a role sees. */
export const createWorkspace = ({ db, log, clock, directory, workspaceSettings }: WorkspaceDeps) => ({
  /** The settings with their defaults. Throws `Forbidden`. */
  settings: (viewer: Viewer): WorkspaceState & { readonly defaults: WorkspaceValues } => {
    requirePermission(viewer, 'people', 'read');
    return { ...workspaceSettings.current(), defaults: workspaceSettings.defaults };
  },

  /** Changes some settings; null sets one back to its default. Holds at once here, and within a moment on every other instance. */
  change: async (viewer: Viewer, input: unknown): Promise<WorkspaceState & { readonly defaults: WorkspaceValues }> => {
    if (viewer.credential.kind === 'token') throw new Forbidden('Sign in to change the workspace settings: an API token cannot.');
    requirePermission(viewer, 'workspace', 'configure');
    const { logo, ...changes } = parse(WorkspaceChanges, input);
    const image = logo ? readLogo(logo) : null;
    await db.transaction(async (tx) => {
      await lockTransaction(tx, ADVISORY_LOCKS.access);
      const now = clock.now();
      const before = await tx.workspaceSettings.upsert({ where: { id: 1 }, create: { id: 1, updatedAt: now }, update: {} });
      const stored = new Map<string, unknown>(Object.entries(before));
      const changed = Object.entries(changes).flatMap(([name, value]) =>
        value === undefined || isDeepStrictEqual(value, stored.get(name)) ? [] : [name],
      );
      const newLogo = logo === undefined || before.logoHash === (image?.hash ?? null) ? [] : ['logo'];
      if (changed.length + newLogo.length === 0) return;
      const columns =
        newLogo.length > 0 ? { logo: image?.bytes ?? null, logoType: image?.type ?? null, logoHash: image?.hash ?? null } : {};
      await tx.workspaceSettings.update({ where: { id: 1 }, data: { ...changes, ...columns, updatedAt: now } });
      await log.append(tx, {
        kind: 'workspace.changed',
        subject: { type: 'workspace', id: 'workspace' },
        actorId: viewer.id,
        data: { changed: [...changed, ...newLogo] },
        at: now,
      });
    });
    await Promise.all([workspaceSettings.reload(), directory.reload()]);
    return { ...workspaceSettings.current(), defaults: workspaceSettings.defaults };
  },

  /** The logo of this hash; null where it is another one by now, or none. */
  logo: async (hash: string): Promise<Logo | null> => {
    const row = await db.prisma.workspaceSettings.findFirst({
      where: { id: 1, logoHash: hash },
      select: { logo: true, logoType: true },
    });
    const type = row?.logoType;
    return row?.logo && (type === 'image/png' || type === 'image/jpeg') ? { bytes: row.logo, type, hash } : null;
  },
});
