import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { openDatabase } from '../db/database.ts';
import { notFound, refuse } from '../errors.ts';
import { lenientEndpoint, serveTestApp } from './test-app.fixture.ts';

const world = await openWorld();
const statements: string[] = [];
const database = openDatabase({
  url: world.server.url('app', world.databaseName),
  onStatement: (text) => void statements.push(text),
});
const taken: unknown[] = [];
const endpoint = lenientEndpoint.message({
  url: '/messages/:sender',
  access: 'signed_in',
  summary: 'Take a message',
  params: { sender: Type.String() },
  body: Type.Object({ text: Type.String() }),
  errors: [notFound],
  receive: async ({ params, body, headers, requestId }) => {
    if (params.sender === 'nobody') refuse(notFound);
    taken.push({ ...params, ...body, contentType: headers['content-type'], hasId: requestId !== '' });
  },
});
const testApp = serveTestApp(world, database, [endpoint]);
afterAll(async () => {
  await testApp.app.close();
  await database.close();
});

describe('a message', () => {
  it('is handed on with what was sent, answered without a body, and costs no transaction of the request', async () => {
    const answer = await testApp.call('POST /messages/rail', { body: { text: 'hello' } });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(taken).toEqual([{ sender: 'rail', text: 'hello', contentType: 'application/json', hasId: true }]);
    expect(statements).toEqual([]);
  });
  it.each([
    ['a wrong shape', 'rail', { text: 1 }, 400, 'validation_failed'],
    ['what is refused', 'nobody', { text: 'x' }, 404, 'not_found'],
  ])('is refused like any other request: %s', async (_, sender, body, status, error) => {
    const answer = await testApp.call(`POST /messages/${sender}`, { body });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
});
