import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';

/** The limit: a server that does nothing but write what it is sent to one file. Run as a process of its own. */
const path = process.argv[2] ?? '';
const server = createServer((request, response) => {
  request.pipe(createWriteStream(path)).on('finish', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
