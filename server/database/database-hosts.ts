import pg from 'pg';

/** SQLSTATE of a write on a standby, or where `default_transaction_read_only` is on. */
export const READ_ONLY = '25006';

/** Milliseconds a host has to say whether it takes writes. */
const PROBE_TIMEOUT_MS = 3_000;
/** Once one host takes writes, how long the others may still answer, in milliseconds: one may have been promoted later. */
const OTHERS_TIMEOUT_MS = 500;

export interface Host {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** The URL without its list of hosts: with one of them, for user, database and options. */
  readonly url: URL;
  /** Every host, in the order of the URL. */
  readonly hosts: readonly Host[];
}

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?(.*))?$/;
const DEFAULT_PORT = 5432;
/** Callboard writes, so every host it uses must take writes. */
const SESSION_ATTRIBUTES = new Set(['read-write', 'primary']);

/**
 * Reads a PostgreSQL URL with one host or several, as libpq does: `a:5432,b:5432`, `?host=a,b&port=5432,5433` or `?host=a:5432&host=b:5432`.
 * Returns why not, to be put after "DATABASE_URL", when it cannot be used.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | string {
  const [, scheme, login, authority = '', path = '', query] = PARTS.exec(text) ?? [];
  if (scheme === undefined) return NOT_A_URL;
  const params = new URLSearchParams(query);
  const names = params.getAll('host').flatMap((each) => each.split(','));
  const ports = params.getAll('port').flatMap((each) => each.split(','));
  const attributes = params.get('target_session_attrs');
  if (attributes !== null && !SESSION_ATTRIBUTES.has(attributes))
    return `cannot have target_session_attrs=${attributes}: Callboard needs the primary, target_session_attrs=read-write`;
  const listed = names.length > 0 ? names : authority.split(',');
  if (ports.length > 1 && ports.length !== listed.length) return `has ${listed.length} hosts and ${ports.length} ports`;
  const hosts: Host[] = [];
  for (const [at, each] of listed.entries()) {
    const host = parseHost(each, ports[at] ?? ports[0]);
    if (!host) return listed.length > 1 ? `has a list of hosts with ${JSON.stringify(each)} in it` : NOT_A_URL;
    hosts.push(host);
  }
  for (const name of ['host', 'port', 'target_session_attrs']) params.delete(name);
  const [first] = hosts;
  if (!first) return NOT_A_URL;
  // A socket's folder cannot be the host of a URL; whoever connects uses `hosts`.
  const target = first.host.startsWith('/') ? 'localhost' : `${first.host.includes(':') ? `[${first.host}]` : first.host}:${first.port}`;
  const url = `${scheme}${login === undefined ? '' : `${login}@`}${target}${path}${params.size > 0 ? `?${params}` : ''}`;
  return URL.canParse(url) ? { url: new URL(url), hosts } : NOT_A_URL;
}

const NOT_A_URL = 'is not a PostgreSQL URL such as postgresql://user:password@host:5432/callboard';

/** `db.example`, `db.example:5432`, `[::1]:5432` or the folder of a socket. */
function parseHost(text: string, portParameter: string | undefined): Host | null {
  const [, v6, name, own] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]*))(?::(\d{1,5}))?$/.exec(decodeURIComponent(text)) ?? [];
  const host = v6 ?? name;
  const port = own ?? (portParameter || String(DEFAULT_PORT));
  if (host === undefined || !/^\d{1,5}$/.test(port)) return null;
  return { host: host || 'localhost', port: Number(port) };
}

export const formatHost = ({ host, port }: Host): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

/** No host takes writes: a standby that is not promoted yet, or a server set to read-only. */
export class NoPrimary extends Error {
  readonly code = READ_ONLY;
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoPrimary';
  }
}

/** None of several hosts can be reached. */
export class NoHost extends Error {
  /** SQLSTATE of a connection that could not be established. */
  readonly code = '08001';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoHost';
  }
}

/** Which host of a database takes writes. Shared by all connections of the process to the same URL. */
interface PrimarySearch {
  /** The host that last took writes; otherwise asks all. */
  find(config: pg.ClientConfig): Promise<Host>;
  /** A connection to this host failed, or it does not take writes: the next `find` asks all. */
  forget(host: Host): void;
  /** Whether the server that was reached last takes no writes. */
  readOnly: boolean;
}

const searches = new Map<string, PrimarySearch>();

function searchFor({ url, hosts }: DatabaseAddress): PrimarySearch {
  const key = `${url.href} ${hosts.map(formatHost).join()}`;
  const known = searches.get(key);
  if (known) return known;
  const created = createPrimarySearch(hosts);
  searches.set(key, created);
  return created;
}

function createPrimarySearch(hosts: readonly Host[]): PrimarySearch {
  const [only] = hosts;
  let primary: Host | null = hosts.length === 1 && only ? only : null;
  let running: Promise<Host> | null = null;
  const ask = async (config: pg.ClientConfig) => {
    const found = await probeAll(hosts, config);
    primary = found;
    return found;
  };
  return {
    readOnly: false,
    find: async (config) => {
      if (primary) return primary;
      running ??= ask(config).finally(() => {
        running = null;
      });
      return running;
    },
    forget: (host) => {
      if (hosts.length > 1 && primary === host) primary = null;
    },
  };
}

// The timeline grows with every promotion: an old primary that came back without being fenced has a lower one than the new.
const PROBE = `
  select pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "readOnly",
    case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** The host that takes writes; of several, which means that one was not shut down after a failover, the one promoted last. */
async function probeAll(hosts: readonly Host[], config: pg.ClientConfig): Promise<Host> {
  const writable: { readonly host: Host; readonly timeline: string }[] = [];
  const failures = new Map<Host, unknown>();
  const first = Promise.withResolvers<void>();
  const probes = hosts.map((host) =>
    probe(host, config).then(
      (timeline) => {
        writable.push({ host, timeline });
        first.resolve();
      },
      (error: unknown) => void failures.set(host, error),
    ),
  );
  const all = Promise.all(probes);
  await Promise.race([all, first.promise]);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, OTHERS_TIMEOUT_MS))]);
  const [latest] = writable.toSorted((one, other) => (one.timeline < other.timeline ? 1 : one.timeline > other.timeline ? -1 : 0));
  if (latest) return latest.host;
  const reasons = hosts.map((host) => `${formatHost(host)}: ${messageOf(failures.get(host))}`);
  const message = `no host accepts writes (${reasons.join('; ')})`;
  const cause = new AggregateError(failures.values());
  throw cause.errors.some((error) => error instanceof NoPrimary) ? new NoPrimary(message, { cause }) : new NoHost(message, { cause });
}

async function probe({ host, port }: Host, config: pg.ClientConfig): Promise<string> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS });
  client.on('error', () => {});
  pointTo(client, { host, port });
  try {
    await client.connect();
    const { rows } = await client.query<{ readOnly: boolean; timeline: string }>(PROBE);
    const [row] = rows;
    if (!row || row.readOnly) throw new NoPrimary('read-only');
    return row.timeline;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Before it connects: a client reads its host only then. */
function pointTo(client: pg.Client, { host, port }: Host): void {
  Object.assign(client, { host, port });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  // Node reports a name with several addresses that all failed without a message.
  return error.message || (error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0].message : error.name);
}

export interface PrimaryClientConfig extends pg.ClientConfig {
  readonly address: DatabaseAddress;
}

/**
 * A client of `pg` that connects to the host that takes writes, and never stays on one that does not: a connection to a standby is refused,
 * and one whose server turned read-only ends after the statement that found out.
 */
export class PrimaryClient extends pg.Client {
  readonly #config: pg.ClientConfig;
  readonly #search: PrimarySearch;

  constructor(config: PrimaryClientConfig) {
    super(config);
    this.#config = config;
    this.#search = searchFor(config.address);
    // An error before the caller listens would end the process; the next query reports it, too.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    const connected = this.#connectToPrimary();
    if (!callback) return connected;
    // Without an argument when it worked, as `pg` calls it; outside the promise, which would catch what the callback throws.
    connected.then(
      () => process.nextTick(callback),
      (error: unknown) => process.nextTick(callback, error),
    );
    return undefined;
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const search = this.#search;
    const host = await search.find(this.#config).catch((error: unknown) => {
      if (error instanceof NoPrimary) search.readOnly = true;
      throw error;
    });
    pointTo(this, host);
    const reported = new Map<string, string>();
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) =>
      reported.set(parameterName, parameterValue),
    );
    try {
      const connected = super.connect();
      // After the listeners of `pg`: the statement fails first, then the connection ends.
      this.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
        if (code !== READ_ONLY) return;
        search.readOnly = true;
        search.forget(host);
        void this.end().catch(() => undefined);
      });
      await connected;
    } catch (error) {
      search.forget(host);
      throw error;
    }
    if (reported.get('in_hot_standby') === 'on' || reported.get('default_transaction_read_only') === 'on') {
      search.readOnly = true;
      search.forget(host);
      await this.end().catch(() => undefined);
      throw new NoPrimary(`${formatHost(host)} is read-only`);
    }
    search.readOnly = false;
    return this;
  }
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** Whether the server of this database that was reached last takes no writes. */
export const isReadOnly = (address: DatabaseAddress): boolean => searchFor(address).readOnly;
