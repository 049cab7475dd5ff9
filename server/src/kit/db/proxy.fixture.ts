import { connect, createServer, type Socket } from 'node:net';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';

/** Stands between the service and its database, to lose a connection at the worst moment. */
export interface DatabaseProxy {
  readonly url: string;
  /** Cuts the connection at the next COMMIT: before the database gets it, or before its answer comes back. */
  cutAtCommit(when: 'before' | 'after'): void;
  readonly cuts: number;
  /** Open connections silently stop transferring; new ones work. */
  freeze(): void;
}

/** The statement, and not the setting synchronous_commit, which each connection begins with. */
const isCommit = (chunk: Buffer): boolean => /\bcommit\b/.test(chunk.toString('latin1'));

export async function openProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  let mode: 'pass' | 'before' | 'after' = 'pass';
  let cuts = 0;
  let freezes = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    let isCut = false;
    const openedAt = freezes;
    const isFrozen = (): boolean => freezes > openedAt;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    near.on('data', (chunk) => {
      if (isFrozen()) return;
      const commits = mode !== 'pass' && isCommit(chunk);
      if (commits) {
        isCut = true;
        cuts++;
        const isBefore = mode === 'before';
        mode = 'pass';
        if (isBefore) return end();
      }
      far.write(chunk);
    });
    // The answer shows that the database is done; the service never sees it.
    far.on('data', (chunk) => {
      if (isCut) return end();
      if (!isFrozen()) near.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const near = new URL(url);
  near.host = `127.0.0.1:${port}`;
  return {
    url: near.href,
    cutAtCommit(when) {
      mode = when;
    },
    freeze() {
      freezes++;
    },
    get cuts() {
      return cuts;
    },
  };
}
