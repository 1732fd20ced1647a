/** A hand-written server for just these requests: `pg` and `node:http`, one prepared statement each. */
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const page = (where: string) => `
  select json_build_object('data', json_build_object('leads', json_build_object('nodes', json_agg(row order by row.id desc))))::text as body from (
    select leads.id, leads.name, leads.email, leads.phone, leads.company, stage, value::text, source, leads.created_at as "createdAt",
      case when customers.id is not null then json_build_object('id', customers.id, 'name', customers.name, 'email', customers.email,
        'company', customers.company) end as customer
    from (select * from leads ${where} order by id desc limit 50) as leads left join customers on customers.id = leads.customer_id
  ) as row`;
const NEWEST = page('');
const PAGE = page('where id < $1');

const MOVE = `
  with before as (
    select * from leads where id = $1 for no key update
  ), moved as (
    update leads set stage = $2::"LeadStage", stage_changed_at = $3, updated_at = $3
    from before where leads.id = before.id and before.stage <> $2::"LeadStage" returning leads.*
  ), inserted_event as (
    insert into events (kind, subject_type, subject_id, customer_id, data, at)
    select 'lead.moved', 'lead', before.id, before.customer_id, jsonb_build_object('from', before.stage, 'to', moved.stage), $3
    from before join moved using (id)
  ) select id, stage from moved`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/leads') {
    const { rows } = await pool.query<{ body: string }>({ name: 'newest', text: NEWEST });
    response.end(rows[0]?.body);
    return;
  }
  if (request.url === '/page') {
    const { after }: { after: string } = JSON.parse(await bodyOf(request));
    const { rows } = await pool.query<{ body: string }>({ name: 'page', text: PAGE, values: [after] });
    response.end(rows[0]?.body);
    return;
  }
  const { id, stage }: { id: string; stage: string } = JSON.parse(await bodyOf(request));
  const { rows } = await pool.query({ name: 'move', text: MOVE, values: [id, stage, new Date()] });
  response.end(JSON.stringify({ data: { moveLead: rows[0] ?? { id, stage } } }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
