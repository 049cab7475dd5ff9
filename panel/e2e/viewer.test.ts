import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visit } = testBrowser();

interface Transactions {
  readonly items: readonly { readonly status: string; readonly platform: string }[];
}

interface Comments {
  readonly items: readonly {
    readonly id: string;
    readonly userId: string;
    readonly status: string;
    readonly openReports: number;
    readonly author: { readonly commentingSuspended: boolean };
  }[];
}

interface Told {
  readonly events: readonly { readonly name: string; readonly props: { readonly sessionId: string } }[];
}

/** The names of the events that a page has told, and how many of them the service took. */
function eventsOf(page: Page) {
  const told: { names: string[]; sessions: Set<string>; accepted: number } = {
    names: [],
    sessions: new Set<string>(),
    accepted: 0,
  };
  page.on('response', async (response) => {
    if (!response.url().endsWith('/v1/events') || !response.ok()) return;
    const { events }: Told = response.request().postDataJSON();
    for (const { name, props } of events) {
      told.names.push(name);
      told.sessions.add(props.sessionId);
    }
    // A page that is closed takes the answers with it.
    const answer: { accepted: number } = await response.json().catch(() => ({ accepted: 0 }));
    told.accepted += answer.accepted;
  });
  return told;
}

/** Opens the viewer in the United States, at the first episode of a series of the demo. */
async function openEpisode(page: Page): Promise<void> {
  await page.goto('/viewer');
  await page.getByRole('radio', { name: 'United States' }).check();
  await page.getByRole('link', { name: 'The Harbour Bride' }).first().click();
  await page.getByRole('link', { name: /^Episode 1\b/ }).click();
  await page.locator('video').waitFor();
}

/** Types a comment and posts it, once the one before is posted. */
async function write(comments: Locator, text: string): Promise<void> {
  const button = comments.getByRole('button', { name: 'Post' });
  const type = async () => {
    await comments.getByRole('textbox').fill(text);
    return button.isEnabled();
  };
  await expect.poll(type).toBe(true);
  await button.click();
}

describe('the viewer', () => {
  it('shows the feed to a guest, who buys coins, unlocks an episode and watches it', async () => {
    const { page } = await visit({ width: 1280, height: 960 });
    const told = eventsOf(page);
    await page.goto('/viewer');
    await page.getByRole('radio', { name: 'United States' }).check();
    await page.getByRole('link', { name: 'The Harbour Bride' }).first().click();
    await page.getByRole('heading', { name: 'The Harbour Bride' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Saved', pressed: true }).waitFor();
    await page.getByRole('link', { name: /^Episode 1\b/ }).click();
    await page.locator('video').waitFor();
    await expect.poll(() => told.names).toContain('ep1_start');
    await page.goBack();
    await page.getByRole('link', { name: /Episode 7/ }).click();
    const paywall = page.getByRole('region', { name: 'This episode is locked' });
    await paywall.getByText('You have 0 coins').waitFor();
    await paywall.getByRole('link', { name: 'Buy coins' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: '300 coins' })
      .getByRole('button', { name: 'Buy for $2.99' })
      .click();
    await page.getByRole('heading', { name: '320 coins' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Coins bought' }).getByText('+320').waitFor();
    await page.goBack();
    await paywall.getByRole('button', { name: 'Unlock' }).click();
    await page.locator('video').waitFor();
    const finance = await demoAdmin(server, 'finance');
    const path = '/v1/admin/payments/transactions?rail=card_web&limit=1';
    const { items } = await finance.call<Transactions>('GET', path);
    expect(items).toMatchObject([{ status: 'completed', platform: 'card_web' }]);
    const wanted = ['session_start', 'preview_view', 'series_view', 'paywall_hit'];
    await expect.poll(() => wanted.filter((name) => !told.names.includes(name))).toEqual([]);
    await expect.poll(() => told.accepted).toBe(told.names.length);
    expect(told.sessions.size).toBe(1);
  });

  it('lets guests comment and report, and says so to whom it does not', async () => {
    const text = `Seen twice ${Date.now()}`;
    const [{ page }, { page: other }] = [await visit({ width: 390, height: 844 }), await visit()];
    await openEpisode(page);
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByRole('textbox', { name: 'Write a comment' }).fill(text);
    await comments.getByRole('button', { name: 'Post' }).click();
    const own = comments.getByRole('listitem').filter({ hasText: text });
    await own.getByText('You').waitFor();
    expect(await own.getByRole('button', { name: 'Report' }).count()).toBe(0);

    await openEpisode(other);
    const seen = other.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text });
    await seen.getByRole('button', { name: 'Report' }).click();
    await seen.getByRole('button', { name: 'Spoiler' }).click();
    await seen.getByText('Reported. A moderator will look at it.').waitFor();

    const moderator = await demoAdmin(server, 'moderator');
    const find = async (q: string) =>
      (await moderator.call<Comments>('GET', `/v1/admin/moderation/comments?q=${encodeURIComponent(q)}`)).items;
    const [written] = await find(text);
    expect(written).toMatchObject({ status: 'visible', openReports: 1 });
    const strike = (refId: string | undefined) =>
      moderator.call('POST', `/v1/admin/users/${written?.userId}/strikes`, {
        type: 'comment',
        refId,
        reason: 'spoiler',
      });
    await strike(written?.id);
    for (const n of [2, 3]) {
      await write(comments, `${text} again ${n}`);
      await comments
        .getByRole('listitem')
        .filter({ hasText: `${text} again ${n}` })
        .waitFor();
      await strike((await find(`${text} again ${n}`))[0]?.id);
    }
    await write(comments, `${text} hidden`);
    const alerts = () => comments.getByRole('alert').allInnerTexts();
    await expect
      .poll(alerts, { timeout: 30_000 })
      .toEqual([expect.stringContaining('Nobody else can see this comment')]);
    expect(await find(`${text} hidden`)).toMatchObject([{ status: 'hidden', author: { commentingSuspended: true } }]);

    const until = new Date(Date.now() + 86_400_000).toISOString();
    await moderator.call('POST', `/v1/admin/users/${written?.userId}/suspend`, { reason: 'spoilers', until });
    await write(comments, 'Once more');
    // The list of comments may have been loaded again by then, and says the same.
    await comments.getByRole('alert').filter({ hasText: 'This account is suspended until' }).first().waitFor();
    expect(await comments.getByRole('textbox').inputValue()).toBe('Once more');
  });

  it('shows prices before an episode is opened, what is on Discover, and why a code is refused', async () => {
    const { page } = await visit({ width: 390, height: 844 });
    await page.goto('/viewer');
    await page.getByRole('radio', { name: 'United States' }).check();
    const markets = page.getByRole('radio');
    expect(await markets.count()).toBe(5);
    await page.getByRole('link', { name: 'Discover' }).click();
    await page.getByRole('link', { name: 'Discover' }).and(page.locator('[aria-current="page"]')).waitFor();
    await page.getByRole('link', { name: 'The Harbour Bride' }).first().click();
    await page.getByRole('link', { name: /Episode 7.*Locked.*\d+ coins/s }).waitFor();
    await page.getByRole('link', { name: '0 coins', exact: true }).click();
    const code = page.getByRole('textbox', { name: 'Promo code' });
    await code.fill('NO-SUCH-CODE');
    const width = async () => (await code.boundingBox())?.width;
    const before = await width();
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByRole('alert').filter({ hasText: 'This code does not exist' }).waitFor();
    expect(await width()).toBe(before);
  });

  it('speaks the language of its market, from right to left where that does', async () => {
    const { page } = await visit({ width: 390, height: 844 });
    await page.goto('/viewer');
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    await page.getByRole('radio', { name: 'Egypt' }).check();
    await page.getByRole('link', { name: 'عروس الميناء' }).first().waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
  });
});
