import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ready } from './answer.ts';
import { atDesk, openTinyApp, type TinyApp } from './tiny-app.fixture.ts';

const Shown = Type.Object({ made: Type.Integer(), note: Type.String(), revision: Type.Integer() });
let made = 0;
let kept: Ready<{ made: number; note: string; revision: number }> | undefined;

const endpoints = [
  atDesk({
    ...{ method: 'GET', url: '/kept', summary: '', may: 'signed_in', reply: Shown },
    run: async (ctx) => {
      const secret = { password: 'never to be shown' };
      kept ??= ctx.ready({ made: ++made, note: 'ليلى', revision: 3, ...secret });
      return kept;
    },
  }),
  atDesk({
    ...{ method: 'GET', url: '/bent', summary: '', may: 'signed_in', reply: Shown },
    run: async (ctx) => ctx.ready({ made: 1.5, note: '', revision: 1 }),
  }),
];

let tiny: TinyApp;
beforeAll(async () => {
  tiny = await openTinyApp(endpoints, 'select 1');
});

describe('a reply that is kept ready', () => {
  it('is made once, closed like any other, and sent each time with all its headers', async () => {
    const first = await tiny.call('GET /kept');
    const again = await tiny.call('GET /kept');
    expect(first.body).toEqual({ made: 1, note: 'ليلى', revision: 3 });
    expect([again.status, again.text, again.headers.etag]).toEqual([200, first.text, '"3"']);
    expect(again.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(again.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });
  it('that misfits its schema is not made, and the log says at which request', async () => {
    const answer = await tiny.call('GET /bent', { headers: { 'x-request-id': 'the-bent-one' } });
    expect(answer.status).toBe(500);
    expect(tiny.logged.at(-1)).toContain('"requestId":"the-bent-one"');
    expect(tiny.logged.at(-1)).toContain('misfits its schema');
  });
});
