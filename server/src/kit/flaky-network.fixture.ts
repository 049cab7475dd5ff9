import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that can go silent, as a network does when no one says goodbye. */
export async function flakyNetwork(database: URL) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => void (isFrozen || to.write(bytes)));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      if (!isFrozen) to.destroy();
    });
  };
  const proxy = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    pass(near, far);
    pass(far, near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(database), { port }).href,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    drop,
    close() {
      drop();
      proxy.close();
    },
  };
}
