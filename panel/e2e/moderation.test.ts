import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

interface Comment {
  readonly id: string;
  readonly userId: string;
  readonly strikes: readonly { readonly refId: string }[];
  readonly status: string;
  readonly openReports: number;
}
interface Users {
  readonly items: readonly { readonly id: string }[];
}

describe('a reported comment', () => {
  it('is found on the home page, and gone through from the keyboard', async () => {
    const { page } = await visitAs('moderator');
    const moderator = await demoAdmin(server, 'moderator');
    await page.goto('/');
    await page.getByRole('link', { name: /^Reported comment: / }).click();
    await page.getByRole('link', { name: /^She marries the captain/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Comment by Daniel Ortiz', exact: true });
    await drawer.getByText('Spoils the whole season').waitFor();
    await drawer.getByText('Strikes (2 of 3)').waitFor();
    // What most reported it for is chosen already.
    expect(await drawer.getByRole('radio', { name: 'Spoiler' }).isChecked()).toBe(true);

    await page.keyboard.press('s');
    const sheet = page.getByRole('dialog', { name: 'Hide the comment by Daniel Ortiz and give a strike' });
    await sheet.getByRole('row', { name: /New comments hidden/ }).waitFor();
    await sheet.getByRole('button', { name: 'Hide with strike' }).click();
    await drawer.waitFor({ state: 'hidden' });
    const { items } = await moderator.call<Users>('GET', '/v1/admin/users?q=daniel.ortiz');
    const user = await moderator.call<object>('GET', `/v1/admin/users/${items[0]?.id}`);
    expect(user).toMatchObject({ commentingSuspended: true, strikes: [{ reason: 'spoiler' }, {}, {}] });

    // The next one is there by itself: it is hidden by one key, and brought back with its reports by another.
    const next = page.getByRole('dialog', { name: /^Comment by/ });
    await next
      .getByRole('button', { name: /^Hide\b/ })
      .first()
      .waitFor();
    const path = `/v1/admin/moderation/comments/${new URL(page.url()).pathname.split('/').at(-1)}`;
    const before = await moderator.call<Comment>('GET', path);
    // A strike that it earned before, and was left visible with.
    const strike = { type: 'comment', refId: before.id, reason: 'spam' };
    await moderator.call('POST', `/v1/admin/users/${before.userId}/strikes`, strike);
    await page.keyboard.press('h');
    await page.getByText(/^Hidden: /).waitFor();
    expect(await moderator.call<Comment>('GET', path)).toMatchObject({ status: 'hidden', openReports: 0 });
    await page.keyboard.press('Control+z');
    await page.getByText('Undone', { exact: true }).waitFor();
    const after = await moderator.call<Comment>('GET', path);
    expect(after).toMatchObject({ status: 'visible', openReports: before.openReports });
    expect(after.strikes.map(({ refId }) => refId)).toContain(before.id);
  });

  it('is only read by support', async () => {
    const { page } = await visitAs('support');
    await page.goto('/moderation?tab=all');
    await page
      .getByRole('link', { name: /^What an|^Kapten itu mencurigakan/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: /^Comment by/ });
    await drawer.getByText('Conversation').waitFor();
    expect(await drawer.getByRole('radio').count()).toBe(0);
    expect(
      await drawer
        .getByRole('button', { name: /^Hide\b/ })
        .first()
        .getAttribute('aria-disabled'),
    ).toBe('true');
  });
});
