import { describe, expect, it } from 'vitest';
import { alike } from './alike.ts';

/** Questions that are answered when the test says so. */
function questions() {
  const open: ((answer: string) => void)[] = [];
  let asked = 0;
  const ask = () =>
    new Promise<string>((resolve) => {
      asked++;
      open.push(resolve);
    });
  const answer = async (text: string): Promise<void> => {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.(text);
  };
  return { ask, answer, count: () => asked };
}

describe('those who ask alike', () => {
  it('at the same moment share one question', async () => {
    const { ask, answer, count } = questions();
    const share = alike<string>();
    const all = Promise.all([share('a', ask), share('a', ask), share('a', ask)]);
    await answer('once');
    expect([await all, count()]).toEqual([['once', 'once', 'once'], 1]);
  });
  it('while a question is under way get an answer that was asked for after they came', async () => {
    const { ask, answer, count } = questions();
    const share = alike<string>();
    const early = share('a', ask);
    await expect.poll(count).toBe(1);
    const late = Promise.all([share('a', ask), share('a', ask)]);
    await answer('old');
    await answer('new');
    expect([await early, await late, count()]).toEqual(['old', ['new', 'new'], 2]);
  });
  it('but not the same do not wait for each other', async () => {
    const first = questions();
    const share = alike<string>();
    const slow = share('a', first.ask);
    expect(await share('b', async () => 'quick')).toBe('quick');
    await first.answer('slow');
    expect(await slow).toBe('slow');
  });
  it('are told of a failure together, and the next ones ask again', async () => {
    const share = alike<string>();
    const fail = () => Promise.reject(new Error('out of paper'));
    const both = await Promise.allSettled([share('a', fail), share('a', fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('a', async () => 'fine')).toBe('fine');
  });
});
