import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { fieldPart, formType } from '../../../test/harness/form.ts';
import { csv, header, lineOf, openRails, url } from './rails.fixture.ts';

const { world, payments, newRail, send, kept } = await openRails();
const sendForCodes = (rail: string, file: string | Buffer) => send(rail, file, '', payments, { prefer: 'fault-codes' });

describe('an invalid file is refused with its line, and nothing is stored:', () => {
  const good = lineOf('fine');
  const bad: readonly (readonly [string, string | Buffer, number, string])[] = [
    ['an empty file', '', 1, 'empty_file'],
    ['a header alone', `${header}\n`, 2, 'no_rows'],
    ['no header', `${good}\n`, 1, 'missing_column'],
    ['a column that is missing', csv(good).replace('currency', 'money'), 1, 'missing_column'],
    ['a column twice', csv(`${good},x`).replace('created_at', 'created_at,currency'), 1, 'repeated_column'],
    ['broken quotes', csv(good, `"open,1,USD,2026-03-01T00:00:00Z`, good), 3, 'broken_quotes'],
    ['UTF-16', Buffer.from(`\uFEFF${csv(good)}`, 'utf16le'), 1, 'utf16'],
    ['Latin-1', Buffer.from(csv(good, lineOf('café')), 'latin1'), 3, 'not_utf8'],
    ['too few cells', csv(good, 'a,1,USD'), 3, 'cell_count'],
    ['an empty id', csv(good, lineOf(' ')), 3, 'id_empty'],
    ['a long id', csv(good, lineOf('x'.repeat(256))), 3, 'id_too_long'],
    ['an id of which nothing is seen', csv(good, lineOf('\u00a0\u200b\t\ufeff')), 3, 'id_empty'],
    ...['', '9.99', '-', '--1', '1e3', '+5', '0x10', 'NaN', '1 000', '9007199254740993'].map(
      (cents) =>
        [
          `the amount "${cents}"`,
          csv(good, good, `x,${cents},USD,2026-03-01T00:00:00Z`),
          4,
          'amount_not_whole',
        ] as const,
    ),
    ...['', 'US', 'ZZZ', 'dollars'].map(
      (code) =>
        [`the currency "${code}"`, csv(good, `x,1,${code},2026-03-01T00:00:00Z`), 3, 'currency_unknown'] as const,
    ),
    ...['', '2026-03-01', '2026-03-01T00:00:00', '01/03/2026', '2026-02-30T00:00:00Z', '1767225600'].map(
      (time) => [`the time "${time}"`, csv(good, `x,1,USD,${time}`), 3, 'time_without_offset'] as const,
    ),
  ];
  it.each(bad)('%s', async (_name, file, line, problemCode) => {
    const before = await kept();
    const { status, body } = await sendForCodes(newRail(), file);
    expect([status, body]).toMatchObject([
      400,
      { error: 'invalid_csv', line, problem: expect.any(String), problemCode },
    ]);
    expect(await kept()).toEqual(before);
  });

  it('names the missing column, with a code for those who prefer one', async () => {
    const file = csv(good).replace('currency', 'money');
    const problem = 'the header has no column currency';
    const body = { statusCode: 400, error: 'invalid_csv', line: 1, problem };
    expect((await send(newRail(), file)).body).toEqual(body);
    const coded = { ...body, problemCode: 'missing_column', column: 'currency' };
    expect((await sendForCodes(newRail(), file)).body).toEqual(coded);
  });

  it('an unknown rail, a prefix, and no rail', async () => {
    for (const rail of ['paypal', 'localwallet_*', '']) {
      const { status, body } = await send(rail, csv(good));
      expect([status, body.error]).toEqual([400, 'validation_failed']);
    }
  });

  it('more than 100 MB, before it is sent', async () => {
    const before = await kept();
    const answer = await world.app.inject({
      method: 'POST',
      url: `/v1${url}`,
      headers: {
        authorization: `Bearer ${payments.token}`,
        'content-type': formType,
        'content-length': '200000000',
      },
      payload: fieldPart('rail', 'ios_store'),
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { statusCode: 413, error: 'payload_too_large', maxBytes: 100_000_000 },
    ]);
    expect(await kept()).toEqual(before);
  });

  it('a file whose sender disconnects midway', async () => {
    const before = await kept();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const address = world.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const headers = {
      authorization: `Bearer ${payments.token}`,
      'content-type': formType,
      'transfer-encoding': 'chunked',
    };
    const sent = request({ port, host: '127.0.0.1', path: `/v1${url}`, method: 'POST', headers });
    const isOver = new Promise((resolve) => sent.on('error', resolve).on('close', resolve));
    sent.write(fieldPart('rail', 'ios_store'));
    sent.write(
      `--cliffhanger-boundary\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv(good)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    sent.destroy();
    await isOver;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await kept()).toEqual(before);
  });

  it('a file sent without payments:read', async () => {
    const analyst = await makeAdminActor(world, 'analyst');
    const { status } = await send('ios_store', csv(good), '', analyst);
    expect(status).toBe(403);
  });
});
