import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { type Language, setLanguage } from '../../words/define.ts';
import { packageOf } from './samples.fixture.ts';

const packages = [
  packageOf({ id: '1', sku: 'large', coins: 1000, bonusCoins: 100, priceCents: 1000 }),
  packageOf({ id: '2', sku: 'middle' }),
  packageOf({ id: '3', sku: 'dear', coins: 60, bonusCoins: 0, priceCents: 100, rails: ['vas_*'] }),
  packageOf({ id: '4', sku: 'old', coins: 80, bonusCoins: 0, priceCents: 100, status: 'paused', allowed: ['update'] }),
  packageOf({ id: '5', sku: 'gopay', coins: 100, bonusCoins: 5, priceCents: 100, rails: ['localwallet_gopay'] }),
];

async function openPackages(path = '/packages') {
  const server = fakeServer();
  server.on('GET', '/v1/admin/coin-packages', () => server.page(packages));
  const panel = await openPanel(path);
  await screen.findByLabelText(/^Show the store for/);
  const skus = () => screen.getAllByRole('link', { name: /coins, / }).map((link) => link.getAttribute('aria-label'));
  return { server, ...panel, skus };
}
const cardOf = (sku: string) =>
  within(screen.getByRole('link', { name: new RegExp(`^${sku}:`) }).closest('li') ?? document.body);

it('Packages stand in the order of the store, with what a dollar buys, and say what stands out', async () => {
  const { skus } = await openPackages();
  expect(skus()).toEqual([
    'dear: 60 coins, US$1.00',
    'old: 80 coins, US$1.00',
    'gopay: 100 coins, US$1.00',
    'middle: 500 coins, US$5.00',
    'large: 1,000 coins, US$10.00',
  ]);
  cardOf('dear').getByText('60 coins per dollar');
  cardOf('dear').getByText('44% fewer than usual');
  cardOf('middle').getByText('+50 bonus coins');
  expect(cardOf('middle').queryByText(/than usual/)).toBeNull();
  cardOf('old').getByText('Paused');
  cardOf('gopay').getByText('Gopay (wallet)');
});

it('The store is shown as those see it who pay in one way', async () => {
  const { user, router, skus } = await openPackages();
  await user.selectOptions(screen.getByLabelText(/^Show the store for/), 'Gopay (wallet)');
  expect(skus()).toEqual(['gopay: 100 coins, US$1.00', 'middle: 500 coins, US$5.00', 'large: 1,000 coins, US$10.00']);
  expect(router.state.location.search).toEqual({ rail: 'localwallet_gopay' });
  await user.selectOptions(screen.getByLabelText(/^Show the store for/), 'Card on the web');
  await screen.findByText('No active package can be paid for with Card on the web.');
});

const paused = { status: 'paused' as const };

/** Ends with the review of pausing a package, which its effects are shown in. */
async function reviewPausing(language: Language = 'en') {
  const panel = await openPackages();
  panel.server.on('PUT', '/v1/admin/coin-packages/:id', ({ query }) =>
    query.has('dryRun')
      ? dryRunReply({ changes: [{ type: 'coin_package', id: '2', before: { status: 'active' }, after: paused }] })
      : json(packageOf({ id: '2', ...paused })),
  );
  const pause = cardOf('middle').getByRole('button', { name: 'Pause' });
  await act(() => setLanguage(language));
  await panel.user.click(pause);
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findAllByRole('row');
  return { ...panel, sheet };
}

it('A package is paused on the edition that is shown, once its effects were', async () => {
  const { server, user, sheet } = await reviewPausing();
  await user.click(sheet.getByRole('button', { name: /^Pause/ }));
  const [sent] = server.changes('/v1/admin/coin-packages/2');
  expect(sent).toMatchObject({ ifMatch: '"3"', body: { status: 'paused' } });
});

it.each([
  ['en', 'Paused middle'],
  ['ar', 'أُوقفت middle مؤقتًا'],
  ['id', 'middle dijeda'],
] as const)('In %s the toast says which package was paused', async (language, said) => {
  const { user } = await reviewPausing(language);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('group', { name: (name) => name.replace(/[\u2068\u2069]/g, '') === said });
});

it('A package that cannot be resumed by who looks says why', async () => {
  await openPackages();
  const button = cardOf('old').getByRole('button', { name: 'Resume' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
