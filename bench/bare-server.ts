import { createServer } from 'node:http';

/** The limit: a server that does nothing but send the same bytes. Run as a process of its own; prints its port. */
const body = Buffer.from(process.argv[2] ?? '{}', 'base64');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
