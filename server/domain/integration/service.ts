import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { NotFound } from '../failures.ts';
import type { Reader } from '../viewer.ts';
import { type Connection, PROVIDERS, type Provider } from './providers.ts';

export interface IntegrationStatus {
  readonly provider: Provider;
  readonly connection: Connection;
  readonly lastSyncAt: Date | null;
  /** Why the last sync failed; null when it succeeded. */
  readonly lastError: string | null;
}

interface IntegrationDeps extends Pick<ServiceDeps, 'db'> {
  readonly connections: Readonly<Record<Provider, Connection>>;
}

export type Integrations = ReturnType<typeof createIntegrations>;

/** Status of the integrations. */
export const createIntegrations = ({ db, connections }: IntegrationDeps) => {
  const status = (
    provider: Provider,
    state: { lastSyncAt: Date | null; lastError: string | null } | null | undefined,
  ): IntegrationStatus => ({
    provider,
    connection: connections[provider],
    lastSyncAt: state?.lastSyncAt ?? null,
    lastError: state?.lastError ?? null,
  });
  const find = async (reader: Reader, name: string): Promise<IntegrationStatus | null> => {
    requirePermission(reader, 'integration', 'read');
    const provider = PROVIDERS.find((each) => each === name);
    return provider ? status(provider, await db.prisma.integrationState.findUnique({ where: { provider } })) : null;
  };
  return {
    list: async (reader: Reader): Promise<readonly IntegrationStatus[]> => {
      requirePermission(reader, 'integration', 'read');
      const states = await db.prisma.integrationState.findMany({ where: { provider: { in: [...PROVIDERS] } } });
      return PROVIDERS.map((provider) =>
        status(
          provider,
          states.find((state) => state.provider === provider),
        ),
      );
    },

    /** One integration by name; null when unknown. */
    find,

    /** One integration. */
    get: async (reader: Reader, name: string): Promise<IntegrationStatus> => {
      const integration = await find(reader, name);
      if (!integration) throw new NotFound('Integration', name);
      return integration;
    },
  };
};
