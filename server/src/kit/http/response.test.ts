import { Agent } from 'node:http';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, strictEndpoint, type TestApp } from './test-app.fixture.ts';
import { httpRequest } from './wire.fixture.ts';

const common = { summary: '', access: 'signed_in', reply: Type.Object({ ok: Type.Boolean() }) } as const;
const endpoints = [
  strictEndpoint({ ...common, method: 'GET', url: '/well', run: async () => ({ ok: true }) }),
  strictEndpoint({
    ...common,
    method: 'GET',
    url: '/broken',
    run: async ({ header }) => {
      header('x-file', 'a name\nof two lines');
      return { ok: true };
    },
  }),
];

let testApp: TestApp;
let base: string;
beforeAll(async () => {
  testApp = await openTestApp(endpoints, 'select 1');
  base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});

describe('an answer', () => {
  it('whose headers cannot be written is an error, and the connection stays open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'x-name': 'ann' };
    const broken = await httpRequest(agent, `${base}/v1/broken`, { headers });
    expect([broken.status, JSON.parse(broken.text)]).toEqual([500, { statusCode: 500, error: 'internal_error' }]);
    const well = await httpRequest(agent, `${base}/v1/well`, { headers });
    expect([well.status, well.text]).toEqual([200, '{"ok":true}']);
    agent.destroy();
  });
  it('carries the same headers whether an endpoint gives it or the framework refuses', async () => {
    const given = await testApp.call('GET /well');
    const refused = await testApp.call('GET /nowhere');
    const names = (answer: typeof given) =>
      Object.keys(answer.headers)
        .filter((name) => !['date', 'content-length', 'connection', 'keep-alive'].includes(name))
        .sort();
    expect(refused.status).toBe(404);
    expect(names(refused)).toEqual(names(given));
  });
});
