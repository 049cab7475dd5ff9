import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One request over a real connection of the given agent; fails when the connection does. */
export function httpRequest(
  agent: Agent,
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode = 0, headers: answered } = incoming;
        resolve({ status: statusCode, headers: answered, text: Buffer.concat(parts).toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The fields of a JSON object. */
export function parseObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return Object.assign({}, value);
}
