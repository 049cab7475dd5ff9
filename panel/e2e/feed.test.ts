import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';

const { server, visitAs } = testBrowser();

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('the feed preview', () => {
  it('walks from change to change by the keyboard, and marks what is new by then', async () => {
    const deniz = await demoAdmin(server, 'content_manager');
    const { items } = await deniz.call<{ items: { id: string; title: string }[] }>(
      'GET',
      '/v1/admin/series?status=published&limit=1',
    );
    const [series] = items;
    // A market of its own, which has no other free series.
    const date = dayAhead(2);
    await deniz.call('PUT', '/v1/admin/free-series', { date, seriesId: series?.id, marketCode: 'NZ' });

    const { page } = await visitAs('content_manager');
    await page.goto('/feed');
    await page.getByLabel('Market').selectOption({ label: 'New Zealand' });
    await page.getByText('Same as now.').waitFor();
    await page.getByRole('button', { name: `${series?.title} is free` }).click();
    await page.waitForURL(new RegExp(`at=${date}`));
    const device = page.getByRole('region', { name: /^Feed of For you/ });
    const free = device.locator('section').filter({ has: page.getByRole('heading', { name: 'Free today' }) });
    await free.getByText('New', { exact: true }).waitFor();
    await page.getByText(/^Different from now: /).waitFor();

    const slider = page.getByRole('slider');
    const momentShown = () => new URL(page.url()).searchParams.get('at') ?? '';
    const moment = momentShown();
    await slider.press('PageUp');
    await expect.poll(() => momentShown() > moment).toBe(true);
    await slider.press('PageDown');
    await expect.poll(momentShown).toBe(moment);
    await slider.press('Home');
    await expect.poll(() => page.url()).not.toContain('at=');

    await page.getByLabel('Language of the app').selectOption({ label: 'Arabic' });
    await device.locator('[dir=rtl][lang=ar]').getByRole('heading', { name: 'اختياراتنا' }).waitFor();
    await deniz.call('DELETE', `/v1/admin/free-series/${date}?market=NZ`);
  });
});
