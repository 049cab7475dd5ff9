import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { ruleOf, valuesOf } from './rule-form.ts';

const id = '01930000-0000-7000-8000-0000000000b2';
const rule = { countries: ['EG', 'ID'], guest: false, minSpendCents: 500, seenWithinDays: 30 };
const usedBy = [{ type: 'promo', id: '01930000-0000-7000-8000-0000000000a1', label: 'WELCOME50' }];

function segments(permissions = ['pricing:read', 'pricing:write']) {
  const server = fakeServer();
  const allowed = permissions.includes('pricing:write') ? ['update'] : [];
  const segment = { id, name: 'Buyers', rule, usedBy, revision: 2, createdAt: '2035-01-01T00:00:00.000Z', allowed };
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/segments', () => server.page([segment]));
  server.on('GET', '/v1/admin/segments/:id', () => json(segment, 200, { etag: '"2"' }));
  server.on('POST', '/v1/admin/segments/preview', ({ body }) =>
    json({ count: JSON.stringify(body).includes('MY') ? 1234 : 56 }),
  );
  return server;
}

it('A segment says in words who belongs to it, and which promos are for them', async () => {
  segments();
  await openPanel('/segments');
  const row = within(await screen.findByRole('row', { name: /Buyers/ }));
  row.getByText(/^in Egypt and Indonesia · registered · spent at least .*5\.00.{0,3} · seen in the last 30 days$/);
  row.getByText('WELCOME50');
});

it('The users of a rule are counted while it is made', async () => {
  const server = segments();
  server.on('POST', '/v1/admin/segments', () => dryRunReply());
  const { user } = await openPanel('/segments/new');
  const form = within(await screen.findByRole('dialog', { name: 'New segment' }));
  await form.findByText('56 users now');
  await user.type(form.getByLabelText('Name'), 'Malaysia');
  await user.click(form.getByLabelText('Countries', { selector: 'input' }));
  await user.type(form.getByLabelText('Countries', { selector: 'input' }), 'Malay');
  await user.click(await screen.findByRole('option', { name: 'Malaysia', hidden: true }));
  await form.findByText('1,234 users now');
  await user.type(form.getByLabelText('Spent at least (US$)'), '2.5');
  await user.selectOptions(form.getByLabelText('Account'), 'Registered users');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: 'Create the segment Malaysia' });
  const sent = server.calls.findLast(({ path }) => path === '/v1/admin/segments');
  await waitFor(() =>
    expect(sent?.body).toMatchObject({
      name: 'Malaysia',
      rule: { countries: ['MY'], guest: false, minSpendCents: 250 },
    }),
  );
});

it('Enter takes the first country that is found and sends nothing', async () => {
  segments();
  const { user } = await openPanel('/segments/new');
  const form = within(await screen.findByRole('dialog', { name: 'New segment' }));
  await user.type(form.getByLabelText('Name'), 'Malaysia');
  const countries = form.getByLabelText<HTMLInputElement>('Countries', { selector: 'input' });
  await user.type(countries, 'Malays{Enter}');
  await form.findByText('1,234 users now');
  await user.type(countries, '{Enter}Nowhere{Enter}');
  expect(form.getAllByText(/^Malaysia$/)).not.toHaveLength(0);
  expect(form.queryByText('Afghanistan', { selector: 'span' })).toBeNull();
  expect(countries.value).toBe('Nowhere');
  expect(screen.queryByRole('dialog', { name: 'Create the segment Malaysia' })).toBeNull();
});

it('A rule without conditions is said to be everyone before it is saved', async () => {
  const server = segments();
  server.on('POST', '/v1/admin/segments', () => dryRunReply());
  const { user } = await openPanel('/segments/new');
  const form = within(await screen.findByRole('dialog', { name: 'New segment' }));
  await user.type(form.getByLabelText('Name'), 'All');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Create the segment All' }));
  sheet.getByText('Everyone belongs to it, because no condition is set.');
});

it('A segment that promos use says so before it is changed, and cannot be deleted', async () => {
  const server = segments();
  server.on('PUT', '/v1/admin/segments/:id', () => dryRunReply());
  const { user } = await openPanel(`/segments/${id}`);
  const form = within(await screen.findByRole('dialog', { name: 'Buyers' }));
  expect((await form.findByRole('link', { name: 'WELCOME50' })).getAttribute('href')).toContain('/promos/');
  const button = form.getByRole('button', { name: 'Delete' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.hover(button);
  await screen.findByText('Used by WELCOME50. Choose other users there first.');
  await user.clear(form.getByLabelText('Seen within days'));
  await user.click(form.getByRole('button', { name: 'Continue' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change the segment Buyers' }));
  sheet.getByText(/^1 promo or push campaign is for these users/);
  const { seenWithinDays: _days, ...left } = rule;
  expect(server.calls.findLast(({ method }) => method === 'PUT')).toMatchObject({
    ifMatch: '"2"',
    body: { rule: left },
  });
});

it('A rule comes back from its fields as it was', () => {
  const whole = {
    ...rule,
    languages: ['ar'],
    platforms: ['ios'],
    subscribed: true,
    maxSpendCents: 99_999,
    registeredAfter: '2035-01-01T00:00:00.000Z',
    registeredBefore: '2035-02-01T12:30:00.000Z',
  };
  expect(ruleOf(valuesOf({ name: '', rule: whole }))).toEqual(whole);
  expect(ruleOf(valuesOf({ name: '', rule: {} }))).toEqual({});
});

it('Segments are searched by name, and the address keeps what was searched', async () => {
  const server = segments();
  const { user, router } = await openPanel('/segments');
  await user.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'buy');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'buy' }));
  await waitFor(() => expect(server.calls.some(({ query }) => query.get('q') === 'buy')).toBe(true));
});
