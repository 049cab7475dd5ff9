import { connect, type Socket } from 'node:net';
import type { Sample } from './rounds.ts';

/**
 * Sends the same request over a number of kept-alive connections, each as soon as its last answer is there.
 * It looks only for the length of an answer, so that it takes little of the cores that it shares with the server.
 */
export interface Load {
  port: number;
  /** Sent in turn, each connection beginning at another. */
  requests: readonly string[];
  connections: number;
  seconds: number;
}

interface Meter {
  latencies: number[];
  until: number;
}

export async function load({ port, requests, connections, seconds }: Load): Promise<Sample> {
  const began = performance.now();
  const meter: Meter = { latencies: [], until: began + seconds * 1000 };
  const bytes = requests.map((request) => Buffer.from(request));
  const first = (n: number): number => Math.floor((n * bytes.length) / connections);
  await Promise.all(Array.from({ length: connections }, (_, n) => drive(port, bytes, first(n), meter)));
  const elapsed = (performance.now() - began) / 1000;
  const sorted = meter.latencies.sort((a, b) => a - b);
  return { perSecond: sorted.length / elapsed, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

function drive(port: number, requests: readonly Buffer[], first: number, meter: Meter): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = 0;
    let head = '';
    let turn = first;
    const ask = (): void => {
      sentAt = performance.now();
      socket.write(requests[turn++ % requests.length] ?? '');
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
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the server answered ${head.slice(0, 300)}`);
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
        head = '';
      }
      if (missing <= 0) answered();
    });
  });
}
