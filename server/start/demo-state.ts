import type { Database } from '../database/client.ts';

interface DemoState {
  /** Whether this is the demo data. */
  readonly demo: boolean;
  /** Whether it has yet to be built. */
  readonly seed: boolean;
}

/**
 * The demo data is built in an empty database, where it is wanted or where nobody chose a database of their own; never where
 * somebody works already. Once built, it stays the demo data until DEMO=off.
 */
export async function readDemoState(
  db: Database,
  { wanted, embedded }: { wanted: 'on' | 'off' | null; embedded: boolean },
): Promise<DemoState> {
  if (wanted === 'off') return { demo: false, seed: false };
  if (await db.prisma.event.findFirst({ where: { kind: 'demo.seeded' }, select: { id: true } })) return { demo: true, seed: false };
  const begun = await db.prisma.event.findFirst({ where: { kind: 'demo.begun' }, select: { id: true } });
  const empty = begun !== null || (await db.prisma.user.findFirst({ select: { id: true } })) === null;
  const seed = empty && (wanted === 'on' || embedded);
  return { demo: seed, seed };
}
