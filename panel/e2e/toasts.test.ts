import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { catalogOf } from './harness/catalog.ts';
import type { Appearance } from './harness/visit.ts';

const { server, visitAs } = testBrowser();
const { makeSeries } = catalogOf(server);

async function boxOf(found: Locator) {
  await found.waitFor();
  const box = await found.boundingBox();
  if (!box) throw new Error('it has no place on the page');
  return box;
}

type Box = Awaited<ReturnType<typeof boxOf>>;

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

it.each<[string, Appearance]>([
  ['on a wide screen', {}],
  ['in Arabic', { language: 'ar' }],
  ['on a phone', { width: 390 }],
])('A message covers neither the heading nor the bar with the buttons, %s', async (_, look) => {
  const series = await makeSeries('The Quiet Toast');
  const { page } = await visitAs('content_manager', look);
  await page.goto(`/series/${series.id}`);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const synopsis = page.locator('textarea').first();
  await synopsis.fill('A promise.');
  await page.locator('button[type=submit]').last().click();
  const toast = page.locator('.mantine-Notification-root');
  await toast.waitFor();
  await synopsis.fill('Another promise.');
  const save = page.locator('button[type=submit]').last();
  const [shown, title, button] = [await boxOf(toast), await boxOf(heading), await boxOf(save)];
  expect([title, button].filter((box) => overlaps(shown, box))).toEqual([]);
  const { width = 1280, language } = look;
  const isAtEnd = language === 'ar' ? shown.x < 40 : shown.x + shown.width > width - 40;
  expect(isAtEnd).toBe(true);
});

it('A menu that is open lies above a message, and a message above a drawer', async () => {
  const series = await makeSeries('The Loud Toast');
  const { page } = await visitAs('content_manager');
  await page.goto(`/series/${series.id}`);
  await page.locator('textarea').first().fill('A promise.');
  await page.locator('button[type=submit]').last().click();
  await page.locator('.mantine-Notification-root').waitFor();
  await page.getByRole('button', { name: /Content manager/ }).click();
  await page.getByRole('menu').waitFor();
  const layerOf = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((shown) => Number(getComputedStyle(shown).zIndex));
  const message = await layerOf('.mantine-Notifications-root[data-position=bottom-right]');
  expect(await layerOf('[role=menu]')).toBeGreaterThan(message);
  expect(message).toBeGreaterThan(200);
});
