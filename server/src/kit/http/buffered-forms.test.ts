import { afterEach, expect, it } from 'vitest';
import { formOf } from '../../../test/harness/form.ts';
import { createBarrier, openTestApp, pictureEndpoint } from './test-app.fixture.ts';

/** A form that is not streamed is in memory from its first byte to its answer, so only so many are read at once. */

let hold = createBarrier();
const held = { now: 0, most: 0 };

const takeFile = pictureEndpoint(1024, async () => {
  held.most = Math.max(held.most, ++held.now);
  await hold.pass();
  held.now--;
});

const testApp = await openTestApp([takeFile], '');
const { payload, contentType } = formOf({}, { name: 'a.png', bytes: 'some bytes' });
const send = async (name: string) =>
  (
    await testApp.app.inject({
      method: 'POST',
      url: '/v1/pictures',
      headers: { 'x-name': name, 'content-type': contentType },
      payload,
    })
  ).statusCode;

afterEach(() => {
  hold = createBarrier();
  Object.assign(held, { now: 0, most: 0 });
});

it('Of one caller four forms are held in memory, and the others are taken after them', async () => {
  const sent = Array.from({ length: 10 }, () => send('ann'));
  await expect.poll(() => held.now).toBe(4);
  const other = send('ben');
  await expect.poll(() => held.now).toBe(5);
  hold.open();
  expect(await Promise.all([...sent, other])).toEqual(Array(11).fill(201));
  expect(held.most).toBe(5);
});

it('Of all callers together sixteen forms are held in memory', async () => {
  const sent = Array.from({ length: 24 }, (_, n) => send(`caller ${n % 8}`));
  await expect.poll(() => held.now).toBe(16);
  hold.open();
  expect(await Promise.all(sent)).toEqual(Array(24).fill(201));
  expect(held.most).toBe(16);
});
