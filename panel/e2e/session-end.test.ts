import { expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visitInNewSession } = testBrowser();

it('Who works on is told ten minutes before the session ends, and when it is over where to sign in', async () => {
  const { page, context } = await visitInNewSession('content_manager', { height: 600 });
  await page.clock.install();
  await page.goto('/series');
  await page.getByRole('heading', { name: 'Series' }).waitFor();
  const warning = page.getByText(/Your session ends in \d+ minutes\. Save your work, then sign in again\./);
  await page.clock.fastForward('11:49:00');
  await page.getByRole('heading', { name: 'Series' }).waitFor();
  await expect.poll(() => warning.count()).toBe(0);
  await page.clock.fastForward('01:30');
  await warning.filter({ hasText: 'in 9 minutes' }).waitFor();
  await page.clock.fastForward('05:00');
  await warning.filter({ hasText: 'in 4 minutes' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect((await warning.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.clock.fastForward('05:00');
  await page.getByRole('alert').getByText('Your session has ended.').waitFor();
  await expect.poll(() => warning.count()).toBe(0);
  await page.getByRole('alert').getByRole('link', { name: 'Sign in again' }).click();
  await page.waitForURL(/\/sign-in\?next=%2Fseries/);
  // Its clock would go on for the next.
  await context.close();
});
