import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { declareError, refuse } from '../errors.ts';
import type { Ctx, ReadCtx } from './endpoint.ts';
import { openTinyApp, strictEndpoint, type TestCaller, type TinyApp } from './tiny-app.fixture.ts';

/** Traces that are left once the answer is decided: of refusals, which undo everything else, and of reads. */

const wrongCode = declareError(401, 'wrong_code');
let attempt = 0;

function leaveTraces(
  { afterwards, now }: Pick<Ctx<TestCaller> | ReadCtx<TestCaller>, 'afterwards' | 'now'>,
  kind: string,
) {
  afterwards(async (tx, later) => {
    expect(later.getTime()).toBeGreaterThanOrEqual(now.getTime() - 60_000);
    await sql`insert into traces values (${`${kind}, first`})`.execute(tx);
    if (kind === 'failing') throw new Error('the trace failed');
  });
  afterwards((tx) => sql`insert into traces values (${`${kind}, second`})`.execute(tx));
}

async function change(ctx: Ctx<TestCaller>, kind: string) {
  leaveTraces(ctx, kind);
  await sql`insert into things values (${kind})`.execute(ctx.tx);
  if (kind === 'refused' || kind === 'failing') refuse(wrongCode);
  if (kind === 'crashed') throw new Error('a crash');
  if (kind === 'retried' && ++attempt < 3) await sql`select fail('40001')`.execute(ctx.tx);
  return {};
}

const common = { summary: '', may: 'signed_in', reply: Type.Object({}) } as const;
const endpoints = [
  ...['changed', 'refused', 'failing', 'crashed', 'retried'].map((kind) =>
    strictEndpoint({
      ...common,
      method: 'POST',
      url: `/${kind}`,
      errors: [wrongCode],
      run: (ctx) => change(ctx, kind),
    }),
  ),
  strictEndpoint({
    ...{ ...common, method: 'GET', url: '/seen' },
    run: async (ctx) => {
      leaveTraces(ctx, 'seen');
      return {};
    },
  }),
];

let tiny: TinyApp;
beforeAll(async () => {
  tiny = await openTinyApp(
    endpoints,
    `create table things (name text); create table traces (name text);
     create function fail(code text) returns void language plpgsql as $$ begin raise exception using errcode = code; end $$;
     grant execute on function fail to cliffhanger_app;
     grant select, insert on things, traces to cliffhanger_app`,
  );
});
beforeEach(() => tiny.run('truncate things, traces'));

const namesIn = async (table: string) =>
  (await tiny.run(`select name from ${table} order by 1`)).map(({ name }) => name);

it('a refusal undoes the change and leaves its traces', async () => {
  const answer = await tiny.call('POST /refused');
  expect([answer.status, answer.body.error]).toEqual([401, 'wrong_code']);
  expect(await namesIn('things')).toEqual([]);
  expect(await namesIn('traces')).toEqual(['refused, first', 'refused, second']);
});

it('a trace that fails changes nothing of the answer nor of the other traces, and is told to the operator', async () => {
  const answer = await tiny.call('POST /failing');
  expect([answer.status, answer.body.error]).toEqual([401, 'wrong_code']);
  expect(await namesIn('traces')).toEqual(['failing, second']);
  expect(tiny.traceFaults).toEqual([new Error('the trace failed')]);
});

it('a crash leaves its traces too, and is still a crash', async () => {
  expect((await tiny.call('POST /crashed')).status).toBe(500);
  expect(await namesIn('traces')).toHaveLength(2);
});

it('a change that was tried several times leaves the traces of its last try alone', async () => {
  expect((await tiny.call('POST /retried')).status).toBe(200);
  expect(attempt).toBe(3);
  expect(await namesIn('things')).toEqual(['retried']);
  await expect.poll(() => namesIn('traces'), { timeout: 10_000 }).toEqual(['retried, first', 'retried, second']);
});

it.each([
  ['POST /changed', 'changed'],
  ['GET /seen', 'seen'],
])('%s leaves its traces once it has answered', async (url, kind) => {
  expect((await tiny.call(url)).status).toBe(200);
  await expect.poll(() => namesIn('traces'), { timeout: 10_000 }).toEqual([`${kind}, first`, `${kind}, second`]);
});
