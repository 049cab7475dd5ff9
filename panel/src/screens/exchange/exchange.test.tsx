import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, dryRunReply, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Rate } from './queries.ts';

const rateOf = (given: Partial<Rate>): Rate => ({
  id: `rate of ${given.currency}`,
  currency: 'IDR',
  day: '2035-03-01',
  usdPerUnit: '0.0000617',
  source: 'hand',
  isStale: false,
  setBy: { id: 'a1', name: 'Kwame Boateng' },
  createdAt: '2035-03-01T08:00:00.000Z',
  ...given,
});

function rates(permissions = ['payments:read', 'pricing:write']) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions }));
  server.on('GET', '/v1/admin/exchange-rates', () =>
    server.page([rateOf({}), rateOf({ currency: 'SAR', usdPerUnit: '0.2666', day: '2035-02-01', isStale: true })]),
  );
  return server;
}

it('The list has the last rate of each currency, and marks those that are old', async () => {
  rates();
  await openPanel('/exchange-rates');
  const fresh = within(await screen.findByRole('row', { name: /IDR/ }));
  fresh.getByText('0.0000617');
  expect(fresh.queryByText('Older than 7 days')).toBeNull();
  within(screen.getByRole('row', { name: /SAR/ })).getByText('Older than 7 days');
});

it('Without permission to set rates, neither the form nor the upload is shown', async () => {
  rates(['payments:read']);
  await openPanel('/exchange-rates');
  await screen.findByRole('row', { name: /IDR/ });
  expect(screen.queryByRole('link', { name: 'Set a rate' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Upload rates' })).toBeNull();
});

it('A rate is set for a day once it is a decimal number', async () => {
  const server = rates();
  const warnings = [
    { code: 'unusual_rate', currency: 'EGP', day: '2035-03-01', usdPerUnit: '0.0206', closest: '0.21' },
  ];
  server.on('PUT', '/v1/admin/exchange-rates', () => dryRunReply({}, { warnings }));
  const { user } = await openPanel('/exchange-rates/new');
  const form = within(await screen.findByRole('dialog', { name: 'Set a rate' }));
  await user.selectOptions(form.getByLabelText('Currency'), 'EGP');
  const rate = form.getByLabelText(/^US dollars per unit/);
  await user.type(rate, '0,0206');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await form.findByText(/Write a decimal number above 0/);
  await user.clear(rate);
  await user.type(rate, '0.0206');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: /^Set the rate of EGP for/ });
  await screen.findByText(/^EGP, .*: 0.0206 is far from 0.21/);
  const sent = () => server.calls.findLast(({ method }) => method === 'PUT');
  await waitFor(() =>
    expect(sent()?.body).toMatchObject({
      currency: 'EGP',
      usdPerUnit: '0.0206',
      day: expect.stringMatching(/^\d{4}-/),
    }),
  );
});

const csv = 'currency,day,usd_per_unit\nEGP,2035-03-01,0.0206\n';
const fileOf = (text: string) => new File([text], 'rates.csv', { type: 'text/csv' });

it('A file is previewed before it is stored', async () => {
  const server = rates();
  server.on('POST', '/v1/admin/exchange-rates', ({ query }) =>
    query.get('dryRun') === 'true'
      ? dryRunReply({}, { added: 3, changed: 1, unchanged: 2, currencies: ['EGP'] })
      : json({ added: 3, changed: 1, unchanged: 2, currencies: ['EGP'] }),
  );
  const { user } = await openPanel('/exchange-rates');
  await user.upload(await screen.findByLabelText(/Drop a CSV file/, { selector: 'input' }), fileOf(csv));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload the rates of rates.csv' }));
  await dialog.findByText('3 new, 1 replaced, 2 unchanged');
  const sent = () => server.calls.filter(({ method }) => method === 'POST');
  expect(sent().map(({ query }) => query.get('dryRun'))).toEqual(['true']);
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toEqual({ csv });
});

it('A faulty file is refused with its line', async () => {
  const server = rates();
  server.on('POST', '/v1/admin/exchange-rates', () =>
    errorResponse(400, 'invalid_csv', { line: 3, problem: 'day is in the future', problemCode: 'day_in_future' }),
  );
  const { user } = await openPanel('/exchange-rates');
  await user.upload(await screen.findByLabelText(/Drop a CSV file/, { selector: 'input' }), fileOf(csv));
  await screen.findByText(/The file has a mistake in line 3: day is in the future/);
});
