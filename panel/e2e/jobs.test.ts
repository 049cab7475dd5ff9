import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { visitAs } = testBrowser();

const dead = {
  id: '01930000-0000-7000-8000-0000000000c1',
  topic: 'push.send',
  status: 'dead',
  attempts: 10,
  lastError: 'The provider answered 503',
  nextAttemptAt: '2026-01-01T00:00:00.000Z',
  deliveredAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  allowed: ['retry'],
};

interface ShownJob {
  name: string;
  runs: object[];
}

describe('jobs', () => {
  it('run now after a plain question, and show how it went', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/jobs');
    const row = page.getByRole('row', { name: /Housekeeping/ });
    await row.getByText('Every 5 minutes').waitFor();
    await row.getByRole('button', { name: 'Run now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run “Housekeeping” now' });
    await dialog.getByRole('button', { name: 'Run now' }).click();
    const result = dialog.getByRole('status', { name: 'Result' });
    await result.getByText('Succeeded').waitFor();
    await result.getByText('Sessions removed').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: /Housekeeping/ }).click();
    await page.getByRole('dialog', { name: 'Housekeeping' }).getByText('manual').first().waitFor();
    expect(page.url()).toMatch(/\/jobs\/housekeeping$/);
  });

  it('show what they are at while they run, and keep up with it', async () => {
    const { page } = await visitAs('superadmin');
    // A real run is over too soon to be seen, so a running one is put into what the server answers.
    let progress: object | null = { step: 'ended_sessions', done: 250, total: 1000, since: new Date().toISOString() };
    await page.route('**/v1/admin/cron', async (route) => {
      const { items }: { items: ShownJob[] } = await (await route.fetch()).json();
      const now = new Date().toISOString();
      const over = progress === null && { outcome: 'succeeded', finishedAt: now };
      const run = {
        id: dead.id,
        slot: null,
        attempt: 1,
        counts: {},
        error: null,
        startedAt: now,
        finishedAt: null,
        outcome: 'running',
        startedBy: { id: dead.id, email: 'operator@example.com', name: 'Olga Petrova' },
        progress,
        ...over,
      };
      for (const job of items) if (job.name === 'housekeeping') job.runs = [run];
      await route.fulfill({ json: { items, nextCursor: null } });
    });
    await page.goto('/jobs');
    const row = page.getByRole('row', { name: /Housekeeping/ });
    await row.getByText(/^Step \d+ of \d+: Sessions removed$/).waitFor();
    await row.getByText(/^250 of 1,000 · for /).waitFor();
    expect(await row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    await page.getByRole('link', { name: /Housekeeping/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Housekeeping' });
    await drawer.getByText(/^Step \d+ of \d+: Sessions removed$/).waitFor();
    await drawer.getByText('Olga Petrova').waitFor();
    progress = { step: 'old_job_runs', done: 7, total: null, since: new Date().toISOString() };
    await drawer.getByText(/^7 so far · for /).waitFor();
    progress = null;
    await drawer.getByText('Succeeded').first().waitFor();
    await expect.poll(() => drawer.getByText(/^Step/).count()).toBe(0);
  });

  it('are paused and resumed through the review dialog', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/jobs');
    const row = page.getByRole('row', { name: /Daily figures/ });
    for (const [button, title, done] of [
      ['Pause', 'Pause the job “Daily figures”', 'Paused the job “Daily figures”'],
      ['Resume', 'Resume the job “Daily figures”', 'Resumed the job “Daily figures”'],
    ] as const) {
      await row.getByRole('button', { name: button }).click();
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByRole('row', { name: /Enabled/ }).waitFor();
      await sheet.getByRole('button', { name: button }).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByRole('group', { name: done }).waitFor();
      if (button === 'Pause') await row.getByText('Paused', { exact: true }).waitFor();
    }
    await row.getByRole('timer').waitFor();
    await expect.poll(() => row.getByText('Paused', { exact: true }).count()).toBe(0);
  });

  it('say when someone else was quicker', async () => {
    const { page, context } = await visitAs('superadmin');
    // The page asks again every few seconds; here it stays with what it saw first.
    let seen: string | undefined;
    await page.route('**/v1/admin/cron', async (route) => {
      seen ??= await (await route.fetch()).text();
      await route.fulfill({ contentType: 'application/json', body: seen });
    });
    await page.goto('/jobs');
    const row = page.getByRole('row', { name: /Media check/ });
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const put = (enabled: boolean) => context.request.put('/v1/admin/cron/media_sync', { data: { enabled }, headers });
    await put(false);
    await row.getByRole('button', { name: 'Pause' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Someone else changed this in the meantime').waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: 'Pause' }).isDisabled()).toBe(true);
    await put(true);
  });

  it('send dead letters again, which the sheet shows before', async () => {
    const { page } = await visitAs('superadmin');
    // Nothing in the service sends messages yet, so the server has none: these answers stand for it.
    const calls: string[] = [];
    await page.route('**/v1/admin/outbox**', async (route) => {
      const url = new URL(route.request().url());
      calls.push(`${url.pathname}${url.search}`);
      if (url.pathname.endsWith('/outbox')) return route.fulfill({ json: { items: [dead], nextCursor: null } });
      if (!url.pathname.endsWith('/retry')) return route.fulfill({ json: dead });
      const body = { ...dead, status: 'waiting', allowed: [] };
      const change = { type: 'outbox', id: dead.id, before: { status: 'dead' }, after: { status: 'waiting' } };
      const effects = {
        ledger: [],
        audit: [{ action: 'outbox.retry' }],
        approvals: [],
        changes: [change],
        references: [],
      };
      const isDryRun = url.searchParams.get('dryRun') === 'true';
      return route.fulfill({ json: isDryRun ? { dryRun: true, status: 200, body, effects } : body });
    });
    await page.goto('/jobs');
    await page.getByLabel('Status').selectOption({ label: 'Failed permanently' });
    await page.waitForURL(/status=dead/);
    await page.getByRole('link', { name: 'Push send' }).click();
    await page.getByText('The provider answered 503').last().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    const sheet = page.getByRole('dialog', { name: 'Send “Push send” again' });
    await expect
      .poll(() => sheet.getByRole('row', { name: /Status/ }).innerText())
      .toMatch(/Failed permanently\s+Waiting/);
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(calls).toContain('/v1/admin/outbox?status=dead');
    expect(calls).toContain(`/v1/admin/outbox/${dead.id}/retry`);
  });
});
