import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visit } = testBrowser();

/**
 * Delivers a push to the viewer's service worker, and opens its notification. A headless browser allows none, so it is
 * opened as soon as the worker would show it.
 */
async function openPush(page: Page, texts: object, target: object): Promise<void> {
  const context = page.context();
  const protocol = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await protocol.send('ServiceWorker.enable');
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register('/viewer/push-worker.js');
      while (installing && installing.state !== 'activated') {
        await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
      }
    }),
  ]);
  await worker.evaluate(() => {
    const registration: ServiceWorkerRegistration = Reflect.get(globalThis, 'registration');
    registration.showNotification = async (title, { body, lang, dir, data } = {}) => {
      Reflect.set(globalThis, 'shown', { title, body, lang, dir });
      const notification = { data, close: () => undefined };
      const waitUntil = (opening: Promise<unknown>) => opening.catch(() => undefined);
      globalThis.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
    };
  });
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify({ ...texts, ...target }),
  });
  await expect.poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown'))).toEqual(texts);
}

it('A push that is opened leads to its series in the viewer, and is reported', async () => {
  const { page, context } = await visit({ width: 1280, height: 960 });
  await page.goto('/viewer');
  await page.getByRole('radio', { name: 'United States' }).check();
  await page.getByRole('link', { name: 'The Harbour Bride' }).first().waitFor();
  const message = '01930000-0000-7000-8000-0000000000e6';
  const reported = page.waitForRequest('**/v1/me/push/opens');
  const texts = { title: 'The Harbour Bride returns', body: 'Three new episodes', lang: 'en', dir: 'ltr' };
  await openPush(page, texts, { category: 'drops', tag: 'campaign', message, link: '/series/the-harbour-bride' });
  await page.getByRole('heading', { name: 'The Harbour Bride' }).waitFor();
  expect((await reported).postDataJSON()).toEqual({ message });
  expect(new URL(page.url()).hash).toBe('#/series/the-harbour-bride');
  // The worker stays registered there.
  await context.close();
});

it('A push that opens the viewer is reported by it', async () => {
  const { page } = await visit({ width: 1280, height: 960 });
  const reported = page.waitForRequest('**/v1/me/push/opens');
  await page.goto('/viewer?push=01930000-0000-7000-8000-0000000000e7#/store');
  expect((await reported).postDataJSON()).toEqual({ message: '01930000-0000-7000-8000-0000000000e7' });
  expect(page.url()).toMatch(/\/viewer#\/store$/);
});
