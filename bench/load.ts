import { connect, type Socket } from 'node:net';
import type { RequestSource } from './requests.ts';
import type { Sample } from './rounds.ts';

/**
 * Sends requests over a number of kept-alive connections, each as soon as its last answer is there. It looks only for
 * the length of an answer, so that it takes little of the cores that it shares with the server.
 */
export interface Load {
  port: number;
  /** Each is sent by whichever connection is free. */
  requests: RequestSource;
  connections: number;
  /** 0 for one request on each connection. */
  seconds: number;
}

interface Meter {
  latencies: number[];
  until: number;
}

export async function load({ port, requests, connections, seconds }: Load): Promise<Sample> {
  const meter: Meter = { latencies: [], until: performance.now() + seconds * 1000 };
  await Promise.all(Array.from({ length: connections }, () => drive(port, requests, meter)));
  const sorted = meter.latencies.sort((a, b) => a - b);
  const meanMs = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
  // Each connection waits for one answer at a time, so this is the rate without the time that connecting takes.
  return { perSecond: (connections * 1000) / meanMs, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

function drive(port: number, requests: RequestSource, meter: Meter): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = 0;
    let head = '';
    const ask = (): void => {
      sentAt = performance.now();
      socket.write(requests.next());
    };
    const answered = (): void => {
      const now = performance.now();
      meter.latencies.push(now - sentAt);
      if (now < meter.until) {
        ask();
      } else {
        socket.end();
        resolve();
      }
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) {
        missing -= chunk.length;
      } else {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!/^HTTP\/1\.1 20[014] /.test(head)) {
          socket.destroy();
          return reject(new Error(`the server answered ${head.slice(0, 300)}`));
        }
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
        head = '';
      }
      if (missing <= 0) answered();
    });
  });
}
