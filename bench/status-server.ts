import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { identifyUser } from '../server/src/features/users/guard.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { createTokens } from '../server/src/kit/tokens.ts';
import { secret } from './environment.ts';

/**
 * The limit of whatever asks at each request whether its caller may still come in: a server that verifies the token, reads
 * the caller's status and sends the bytes that it was given. Run as a process of its own; prints its port.
 */
const body = await buffer(process.stdin);
const database = openDatabase({ url: process.env.DATABASE_URL ?? '' });
const identify = identifyUser(database, createTokens([secret('user')], 'user'));
const server = createServer(({ headers }, response) => {
  identify({ headers, requestId: 'bench' }).then(
    () => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
      response.end(body);
    },
    () => {
      response.writeHead(500, { 'content-length': 0 });
      response.end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
