import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const id = '01930000-0000-7000-8000-0000000000e2';

const campaign = {
  id,
  titleI18n: { en: 'New tonight', ar: 'جديد الليلة' },
  bodyI18n: { en: 'Episode 12', ar: 'الحلقة ١٢' },
  category: 'drops',
  segmentId: null,
  segment: null,
  market: 'ID',
  link: null,
  opens: null,
  pictureAssetId: null,
  pictureUrl: null,
  data: {},
  timeZone: 'Asia/Jakarta',
  sendAt: '2135-01-02T11:00:00.000Z',
  status: 'draft',
  audience: null,
  counts: { queued: 0, waiting: 0, delivered: 0, failed: 0, skipped: 0, cancelled: 0 },
  outcomes: [],
  createdBy: { id: admin.id, name: 'Deniz Kaya' },
  startedAt: null,
  finishedAt: null,
  revision: 2,
  createdAt: '2035-01-01T00:00:00.000Z',
  updatedAt: '2035-01-01T00:00:00.000Z',
  allowed: ['update', 'test', 'send', 'cancel'],
};

const settings = {
  enabled: true,
  dailyCap: 3,
  quietHours: { from: 22, to: 8, markets: {} },
  mode: 'live',
  kinds: ['web', 'fcm', 'apns'],
  revision: 1,
  updatedAt: '2035-01-01T00:00:00.000Z',
  allowed: ['update'],
};

const audience = {
  users: 1200,
  devices: 1500,
  timeZone: 'Asia/Jakarta',
  languages: [
    { language: 'en', users: 1100 },
    { language: 'id', users: 88 },
    { language: 'ar', users: 12 },
  ],
  waiting: [{ market: 'ID', users: 900, until: '2035-01-02T01:00:00.000Z', timeZone: 'Asia/Jakarta' }],
};

function pushes(shown: object = {}, held: object = {}) {
  const server = fakeServer();
  const permissions = ['push:read', 'push:write'];
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/push/settings', () => json({ ...settings, ...held }, 200, { etag: '"1"' }));
  server.on('GET', '/v1/admin/push/campaigns', () => server.page([{ ...campaign, ...shown }]));
  server.on('GET', '/v1/admin/push/campaigns/:id', () => json({ ...campaign, ...shown }, 200, { etag: '"2"' }));
  server.on('GET', '/v1/admin/push/campaigns/:id/messages', () => server.page([]));
  server.on('POST', '/v1/admin/push/audience', () => json(audience));
  return server;
}

const bodyOf = (server: ReturnType<typeof pushes>, method: string, path: RegExp) =>
  server.calls.findLast((call) => call.method === method && path.test(call.path))?.body;

it('A campaign is written in three languages, shown as a phone does, and saved as a draft', async () => {
  const server = pushes();
  server.on('POST', '/v1/admin/push/campaigns', () => json(campaign, 201));
  const { user } = await openPanel('/push/new');
  const form = within(await screen.findByRole('dialog', { name: 'New campaign' }));
  await user.type(form.getByLabelText('Title in English'), 'New tonight');
  await user.type(form.getByLabelText('Text in English'), 'Episode 12');
  const preview = within(form.getByRole('region', { name: 'Preview on a phone' }));
  preview.getByText('New tonight');
  await user.click(form.getByRole('tab', { name: 'Arabic' }));
  preview.getByText('Not written in this language: users get English.');
  await user.type(form.getByLabelText('Title in Arabic'), 'جديد');
  await user.click(form.getByRole('button', { name: 'Save draft' }));
  form.getByText('Write the title and the text, or neither');
  await user.type(form.getByLabelText('Text in Arabic'), 'الليلة');
  expect(preview.getByText('جديد').closest('[dir]')?.getAttribute('dir')).toBe('rtl');
  await form.findByText('Reaches 1,200 people on 1,500 devices now');
  form.getByText('88 people read Indonesian; they will get English.');
  await waitFor(() => expect(form.queryByText(/people read Arabic/)).toBeNull());
  form.getByText('900 people will get it at 08:00 in Indonesia (quiet hours).');
  await user.selectOptions(form.getByLabelText('A tap opens'), 'The store');
  await user.type(form.getByLabelText('Data for the app'), 'offer');
  await user.click(form.getByRole('button', { name: 'Save draft' }));
  form.getByText('Write each line like offer: weekend');
  await user.type(form.getByLabelText('Data for the app'), ': weekend');
  await user.click(form.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(bodyOf(server, 'POST', /campaigns$/)).toEqual({
      titleI18n: { en: 'New tonight', ar: 'جديد', id: null },
      bodyI18n: { en: 'Episode 12', ar: 'الليلة', id: null },
      category: 'drops',
      segmentId: null,
      market: null,
      sendAt: null,
      link: '/store',
      pictureAssetId: null,
      data: { offer: 'weekend' },
    }),
  );
});

it('Sending is looked at first: when, to how many, and that each message is checked again', async () => {
  const server = pushes();
  server.on('POST', '/v1/admin/push/campaigns/:id/send', () => dryRunReply());
  const { user } = await openPanel(`/push/${id}`);
  await screen.findByText('2 Jan 2135, 18:00 in Indonesia');
  await screen.findByText('Reaches 1,200 people on 1,500 devices now');
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Send “New tonight”' }));
  sheet.getByText(/It goes out on 2 Jan 2135, 11:00 UTC\. Right now it would reach 1,200 people/);
  sheet.getByText('88 people read Indonesian; they will get English.');
  sheet.getByText('900 people will get it at 08:00 in Indonesia (quiet hours).');
  expect(server.changes().filter(({ path }) => path.endsWith('/send'))).toEqual([]);
});

it('A test goes to one’s own account', async () => {
  const server = pushes();
  server.on('POST', '/v1/admin/push/campaigns/:id/test', () => json({ devices: 1 }));
  const { user } = await openPanel(`/push/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  await waitFor(() => expect(bodyOf(server, 'POST', /test$/)).toEqual({ email: admin.email }));
});

it('A campaign that is going out shows how far it is and how its messages ended', async () => {
  pushes({
    status: 'sending',
    audience: { users: 9, devices: 10 },
    counts: { queued: 10, waiting: 3, delivered: 5, failed: 1, skipped: 1, cancelled: 0 },
    outcomes: [
      { outcome: 'delivered', messages: 5 },
      { outcome: 'gone', messages: 1 },
      { outcome: 'capped', messages: 1 },
    ],
    allowed: ['cancel'],
  });
  await openPanel(`/push/${id}`);
  await screen.findByText('7 of 10 messages handled');
  screen.getByText('Device no longer takes pushes');
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
});

it('All pushes can be stopped from the list, and it says so while they are', async () => {
  const server = pushes();
  server.on('PUT', '/v1/admin/push/settings', () => dryRunReply());
  const { user } = await openPanel('/push');
  await user.click(await screen.findByRole('button', { name: 'Stop all pushes' }));
  await screen.findByRole('dialog', { name: 'Stop all pushes' });
  await waitFor(() => expect(bodyOf(server, 'PUT', /settings$/)).toMatchObject({ enabled: false }));
  expect(server.changes()).toEqual([]);
});

it('While pushes are stopped the list says so first', async () => {
  pushes({}, { enabled: false, mode: 'log' });
  await openPanel('/push');
  await screen.findByText('All pushes are stopped');
  screen.getByRole('button', { name: 'Resume pushes' });
  screen.getByText(/messages are written to its log and reach nobody/);
});

it('Markets get quiet hours of their own, and the usual ones again', async () => {
  const server = pushes({}, { quietHours: { from: 22, to: 8, markets: { EG: { from: 1, to: 5 } } } });
  server.on('PUT', '/v1/admin/push/settings', () => dryRunReply());
  const { user } = await openPanel('/push/settings');
  const drawer = within(await screen.findByRole('dialog', { name: 'Push settings' }));
  await user.type(await drawer.findByRole('combobox', { name: 'Add market' }), 'Indon');
  await user.click(await screen.findByRole('option', { name: 'Indonesia', hidden: true }));
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Quiet from in Indonesia' }), '21:00');
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Quiet until in Indonesia' }), '21:00');
  drawer.getByText('No quiet hours');
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Quiet until in Indonesia' }), '06:00');
  await user.click(drawer.getByRole('button', { name: 'Remove Egypt' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(drawer.getByRole('group', { name: 'Markets with other hours' })),
  );
  await user.click(drawer.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: 'Change the push settings' });
  await waitFor(() =>
    expect(bodyOf(server, 'PUT', /settings$/)).toMatchObject({
      quietHours: { from: 22, to: 8, markets: { ID: { from: 21, to: 6 } } },
    }),
  );
  expect(bodyOf(server, 'PUT', /settings$/)).not.toHaveProperty('quietHours.markets.EG');
});

it('A send time that is over is named before anything is sent, and so is an audience of nobody', async () => {
  const server = pushes();
  server.on('POST', '/v1/admin/push/audience', () =>
    json({ ...audience, users: 0, devices: 0, languages: [], waiting: [] }),
  );
  const { user } = await openPanel('/push/new');
  const form = within(await screen.findByRole('dialog', { name: 'New campaign' }));
  await form.findByText('Reaches nobody now');
  await user.type(form.getByLabelText('Title in English'), 'New tonight');
  await user.type(form.getByLabelText('Text in English'), 'Episode 12');
  fireEvent.change(form.getByLabelText('Send time'), { target: { value: '2020-01-01T10:00' } });
  await user.click(form.getByRole('button', { name: 'Save draft' }));
  await form.findByText(/This time is in the past/);
  expect(bodyOf(server, 'POST', /campaigns$/)).toBeUndefined();
});

it('A scheduled campaign is confirmed with its time, and its messages appear without a reload', async () => {
  const server = pushes();
  server.on('POST', '/v1/admin/push/campaigns/:id/send', ({ query }) => {
    if (query.has('dryRun')) return dryRunReply();
    const sending = { ...campaign, status: 'sending', allowed: ['cancel'] };
    server.on('GET', '/v1/admin/push/campaigns/:id', () => json(sending, 200, { etag: '"3"' }));
    return json(sending);
  });
  const { user } = await openPanel(`/push/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const sheet = within(await screen.findByRole('dialog', { name: /^Send/ }));
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Schedule' }).hasAttribute('disabled')).toBe(false));
  await user.click(sheet.getByRole('button', { name: 'Schedule' }));
  await screen.findByRole('group', { name: /^“New tonight” is scheduled for 2 Jan 2135, 11:00 UTC$/ });
  // The campaign is being sent, so its messages are fetched again and again.
  const reads = () => server.calls.filter(({ path }) => path.endsWith('/messages')).length;
  const before = reads();
  await waitFor(() => expect(reads()).toBeGreaterThan(before + 1), { timeout: 20_000 });
});

it('The results are shown by market and language, with who still waits', async () => {
  const counts = { ...campaign.counts, queued: 40, delivered: 30, waiting: 10 };
  const server = pushes({
    status: 'sending',
    counts,
    link: '/store',
    opens: { type: 'store', id: null, title: null, titleI18n: null },
  });
  const figures = { delivered: 20, opened: 10, started: 5, unlocked: 2 };
  server.on('GET', '/v1/admin/push/campaigns/:id/results', () =>
    json({
      users: [
        { market: 'ID', language: 'id', ...figures },
        { market: 'EG', language: 'ar', ...figures, opened: 4 },
      ],
      waiting: [{ ...audience.waiting[0], users: 1 }],
    }),
  );
  await openPanel(`/push/${id}`);
  const table = within(await screen.findByRole('table', { name: 'Results' }));
  const texts = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts[1]).toMatch(/IndonesiaIndonesian20\s*1050\s*%5/);
  expect(texts[3]).toMatch(/Total40\s*1435\s*%/);
  screen.getByText('1 person will get it at 08:00 in Indonesia (quiet hours).');
  screen.getByText('The store');
});
