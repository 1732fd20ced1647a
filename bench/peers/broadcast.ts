/** A hand-written broadcast server: `ws`, and every posted body is sent to all sockets. */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const frame = Buffer.concat(chunks);
  for (const client of sockets.clients) client.send(frame, { binary: false });
  response.end('{}');
});
const sockets = new WebSocketServer({ server, path: '/graphql', perMessageDeflate: false });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
