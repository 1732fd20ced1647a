import type { JobRun } from '#prisma/generated/client.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Provider } from '../integration/providers.ts';

type SyncFact = {
  [Kind in Extract<keyof DomainEvents, `sync.${string}`>]: { readonly kind: Kind; readonly data: DomainEvents[Kind] };
}[Extract<keyof DomainEvents, `sync.${string}`>];

/** What is told of a sync in this state; nothing of one that merely got its turn. */
export function syncEvent(integration: Provider, { state, done, total, made, message }: JobRun): SyncFact | null {
  switch (state) {
    case 'queued':
      return { kind: 'sync.started', data: { integration } };
    case 'running':
      return done === null ? null : { kind: 'sync.progressed', data: { integration, done, total } };
    case 'waiting':
      return { kind: 'sync.postponed', data: { integration, message: message ?? '' } };
    case 'done':
      return { kind: 'sync.finished', data: { integration, made: made ?? 0 } };
    case 'failed':
      return { kind: 'sync.failed', data: { integration, message: message ?? '' } };
  }
}
