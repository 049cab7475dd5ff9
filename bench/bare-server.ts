import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The limit: a server that does nothing but send the bytes that it was given. Run as a process of its own; prints its port. */
const body = await buffer(process.stdin);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
