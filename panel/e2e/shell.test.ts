import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';

const { server, visit, visitAs } = testBrowser();

describe('the shell', () => {
  it('opens the palette while the focus is in a field, and goes where it is told', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/account');
    await page.getByLabel('Current password').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and actions' }).waitFor();
    await page.keyboard.type('omar');
    await page.getByRole('option', { name: /Omar Haddad/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Omar Haddad' }).waitFor();
    expect(page.url()).toMatch(/\/admins\/[0-9a-f-]{36}$/);
  });

  it('says which keys there are, those of the episode grid and of the calendar among them', async () => {
    const { page } = await visitAs('content_manager');
    await page.goto('/series');
    await page.getByRole('heading', { name: 'Series' }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    for (const part of ['In the episode grid', 'In the calendar']) {
      await help.getByRole('heading', { name: part }).waitFor();
    }
    await help.getByText('Move it a day earlier, later').waitFor();
  });

  it('turns round for Arabic, speaks Indonesian, and keeps the choice', async () => {
    const { page } = await visitAs('superadmin');
    await page.goto('/account');
    const html = page.locator('html');
    await page.getByLabel('Language').selectOption('ar');
    await page.getByRole('heading', { name: 'حسابي' }).waitFor();
    await expect.poll(() => html.getAttribute('dir')).toBe('rtl');
    const side = await page.getByRole('navigation').boundingBox();
    expect(side?.x).toBeGreaterThan(900);
    await page.reload();
    await page.getByRole('heading', { name: 'حسابي' }).waitFor();
    await page.getByLabel('اللغة').selectOption('id');
    await page.getByRole('heading', { name: 'Akun saya' }).waitFor();
    await expect.poll(() => html.getAttribute('dir')).toBe('ltr');
    await expect.poll(() => html.getAttribute('lang')).toBe('id');
  });

  it('loads the words of one language, shows no other first, and keeps what is typed when it changes', async () => {
    const { page } = await visitAs('support', { language: 'ar' });
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.addInitScript(() => {
      const headings = new Set<string>();
      Object.assign(window, { headings });
      new MutationObserver(() => {
        for (const heading of document.querySelectorAll('h1, nav h2')) headings.add(heading.textContent);
      }).observe(document, { childList: true, characterData: true, subtree: true });
    });
    await page.goto('/users');
    await page.getByRole('heading', { name: 'المستخدمون' }).waitFor();
    const shown: unknown = await page.evaluate('[...headings].filter((text) => /[a-z]/i.test(text))');
    expect(shown).toEqual([]);
    expect(files.filter((file) => /words-of-ar-/.test(file))).toHaveLength(1);
    expect(files.filter((file) => /words-of-id-/.test(file))).toEqual([]);

    await page.getByRole('searchbox').fill('budi@');
    await page.evaluate(() => {
      localStorage.setItem('cliffhanger.preferences', JSON.stringify({ language: 'id' }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'cliffhanger.preferences' }));
    });
    await page.getByRole('heading', { name: 'Pengguna' }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('budi@');
    await page.close();
  });

  it('follows the system’s theme until one chooses another, and keeps that', async () => {
    const { page } = await visitAs('superadmin', { theme: 'dark' });
    await page.goto('/account');
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page.getByText('Theme', { exact: true }).waitFor();
    await expect.poll(() => scheme()).toBe('dark');
    await page.locator('main').getByText('Light', { exact: true }).click();
    await expect.poll(scheme).toBe('light');
    await page.reload();
    await page.getByText('Theme', { exact: true }).waitFor();
    await expect.poll(() => scheme()).toBe('light');
  });

  it('answers deep links with the page, and unknown calls of the API with the error', async () => {
    const page = await fetch(`${server.url}/admins/anything`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1];
    const file = await fetch(`${server.url}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-encoding')).toBe('br');
    for (const path of ['/v1/nowhere', '/v1/admin/nowhere']) {
      const unknown = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      expect([unknown.status, await unknown.json()]).toEqual([404, { statusCode: 404, error: 'not_found' }]);
    }
    const file404 = await fetch(`${server.url}/assets/nowhere.js`);
    expect(file404.status).toBe(404);
  });

  it('shows the page for a new password without the scripts of the screens', async () => {
    const { page } = await visit();
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
    await page.goto('/reset');
    await page.getByLabel('Temporary password').waitFor();
    expect(loaded.filter((file) => /\/(?:shell|shared|list)-[\w-]+\.(?:js|css)$/.test(file))).toEqual([]);
  });

  it.each([
    { path: '/sign-in', signedIn: false, mostKilobytes: 195, mostScripts: 4 },
    { path: '/users', signedIn: true, mostKilobytes: 226, mostScripts: 9 },
  ])('shows $path after at most $mostKilobytes kB, all of it named with the page', async (load) => {
    const { path, signedIn, mostKilobytes, mostScripts } = load;
    const { page } = await (signedIn ? visitAs('superadmin') : visit());
    const loaded = new Set<string>();
    const called: string[] = [];
    page.on('request', (request) => called.push(request.url().replace(server.url, '')));
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.(?:js|css)$/.test(pathname)) loaded.add(pathname);
    });
    const answer = await page.goto(path);
    const head = `${(await answer?.text()) ?? ''} ${answer?.headers().link ?? ''}`;
    const named = new Set([...head.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file));
    await page
      .getByRole(signedIn ? 'row' : 'heading')
      .nth(0)
      .waitFor();
    const sizes = await Promise.all([...named].map((file) => brotliSize(`${server.url}${file}`)));
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(mostKilobytes);
    expect([...named].filter((file) => file.endsWith('.js')).length).toBeLessThanOrEqual(mostScripts);
    // What is named is what the page needs; the menu's counts, the palette and the dialogs come when it is idle.
    expect([...named].filter((file) => !loaded.has(file))).toEqual([]);
    // So are the data of a list, which are then asked for once.
    const data = [...head.matchAll(/<(\/v1\/[^>]+)>/g)].map(([, address]) => address);
    expect(data).toEqual(signedIn ? ['/v1/admin/admins/me', '/v1/admin/users'] : []);
    expect(called.filter((address) => data.includes(address)).toSorted()).toEqual(data);
    const later = [...loaded].filter((file) => !named.has(file));
    const idle = /\/(?:menu-count|commands|shared|answers|review-dialog|bulk-dialog|account-dropdown|toast-region)-/;
    expect(later.filter((file) => !idle.test(file))).toEqual([]);
  });
});

async function brotliSize(url: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      answer.on('end', () => resolve(size));
    });
    sent.on('error', reject);
    sent.end();
  });
}
