/** PostGraphile 5 with its default preset over the same database. */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL ?? '', schemas: ['public'] })],
  grafserv: { watch: false, graphiql: false, maxRequestLength: 1_000_000 },
  grafast: { explain: false },
});
const served = instance.createServ(grafserv);
const server = createServer();
await served.addTo(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
