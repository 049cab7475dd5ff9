import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { referenceTo } from '../../../test/samples.ts';
import { setLanguage } from '../../words/define.ts';
import { BulkSummary } from './bulk-summary.tsx';
import { type EffectsShown, EffectsView } from './effects-view.tsx';

const effectsOf = (effects: Partial<EffectsShown>): EffectsShown => ({
  ...{ ledger: [], audit: [], approvals: [], changes: [], references: [] },
  ...effects,
});

const entry = {
  action: 'role.create',
  target_type: 'role',
  target_id: null,
  reason: null,
  before: null,
  after: null,
  flags: {},
};

it('A genre is shown by its name in the language', async () => {
  const change = { type: 'series', id: 's', before: { genreSlug: 'dark-romance' }, after: { genreSlug: 'revenge' } };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  screen.getByText('Dark romance');
  screen.getByText('Revenge');
  await act(() => setLanguage('id'));
  screen.getByText('Balas dendam');
  await act(() => setLanguage('en'));
});

it.each([
  ['comment', 'Deleted'],
  ['user', 'Anonymized'],
])('A %s whose status is deleted is shown as %s', async (type, shown) => {
  const change = { type, id: 'x', before: { status: 'active' }, after: { status: 'deleted' } };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  screen.getByText(shown);
});

it('A package is shown with its price in US dollars and its payment methods in words', async () => {
  const before = { priceCents: 499, bonusCoins: 0, rails: ['ios_store', 'localwallet_gopay'] };
  const after = { priceCents: 549, bonusCoins: 50, rails: ['ios_store', 'vas_*'] };
  const change = { type: 'coin_package', id: 'p', before, after };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  screen.getByRole('row', { name: 'Price US$4.99 US$5.49' });
  screen.getByRole('row', { name: 'Bonus coins 0 coins 50 coins' });
  screen.getByText('Gopay (wallet)');
  screen.getByText('All phone bills');
});

it('A price is shown in the currency beside it, in that of the thing where it stays, and with its decimals', async () => {
  const before = { priceCents: 4_900_050, currency: 'IDR' };
  const after = { priceCents: 499, currency: 'JPY' };
  const change = { type: 'subscription_product', id: 'p', before, after };
  const alone = { ...change, before: { priceCents: 1250 }, after: { priceCents: 2500 } };
  const effects = effectsOf({ changes: [change, alone] });
  await renderUi(<EffectsView effects={effects} currency="KWD" />);
  screen.getByRole('row', { name: /^Price IDR\s49,000\.50 JP¥499$/ });
  screen.getByRole('row', { name: /^Price KWD\s1\.250 KWD\s2\.500$/ });
});

it('What is recorded stands in the quotation marks of the language', async () => {
  await renderUi(<EffectsView effects={effectsOf({ audit: [entry] })} />);
  screen.getByText('Recorded in the audit log as: “Created a role”');
  await act(() => setLanguage('ar'));
  expect(screen.getByText(/سجل التدقيق/).textContent).toMatch(/«\u2068.+\u2069»$/);
});

const [harbour, ferry] = ['01930000-0000-7000-8000-000000000021', '01930000-0000-7000-8000-000000000022'];
const replaced = {
  type: 'series',
  id: ferry,
  before: { date: '2035-03-09', seriesId: harbour },
  after: { date: '2035-03-09', seriesId: ferry },
};

it('What takes the place of another is shown by name, and never called nothing', async () => {
  const effects = effectsOf({
    changes: [replaced],
    references: [referenceTo('series', harbour, 'Harbour'), referenceTo('series', ferry, 'Ferry')],
  });
  await renderUi(<EffectsView effects={effects} />);
  screen.getByRole('row', { name: /Harbour Ferry$/ });
  expect(screen.queryByText('Nothing would change.')).toBeNull();
});

it('Where only an id is new, it is shown rather than nothing', async () => {
  const change = { ...replaced, before: { seriesId: null }, after: { seriesId: ferry } };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  expect(screen.queryByText('Nothing would change.')).toBeNull();
  screen.getByText(new RegExp(ferry.slice(-4)));
});

it('One of many that replaces another says so', async () => {
  const effects = effectsOf({ changes: [replaced] });
  const preview = { dryRun: true as const, status: 200, body: null, effects };
  await renderUi(<BulkSummary preview={preview} shows={undefined} names={undefined} />);
  screen.getByText(new RegExp(`${harbour.slice(-4)}.*${ferry.slice(-4)}`));
});

it('A free day is said in words, for all markets, and is neither a new series nor a blank field', async () => {
  const after = { date: '2035-03-09', seriesId: ferry, marketCode: null, notes: null };
  const change = { type: 'series', id: ferry, before: null, after };
  const effects = effectsOf({ changes: [change], references: [referenceTo('series', ferry, 'Ferry')] });
  await renderUi(<EffectsView effects={effects} />);
  screen.getByText('Ferry');
  screen.getByRole('row', { name: 'Day 9 Mar 2035' });
  screen.getByRole('row', { name: 'Market All markets' });
  expect(screen.getAllByRole('row')).toHaveLength(3);
  expect(screen.queryByText(/none|New/)).toBeNull();
});

it('A price names the market or the item that it is for, and leaves out what is blank', async () => {
  const after = { scope: 'market', scopeRef: 'EG', coins: 5, currencyHint: null, activeTo: null };
  const change = { type: 'pricing_override', id: harbour, before: null, after };
  const forSeries = { ...change, after: { ...after, scope: 'series', scopeRef: ferry } };
  const effects = effectsOf({ changes: [change, forSeries], references: [referenceTo('series', ferry, 'Ferry')] });
  await renderUi(<EffectsView effects={effects} />);
  screen.getByRole('row', { name: 'Market or item Egypt' });
  screen.getByRole('row', { name: 'Market or item Ferry' });
  expect(screen.queryByText('none')).toBeNull();
});

it.each([
  ['Deleted: Note', 'user.note_delete', { noteId: 'n' }, null],
  ['New: Subscription', 'user.comp_subscription', null, { subscriptionId: 's', productId: 'vip_monthly', days: 7 }],
])('What is made or deleted for a user is named, and not the user: %s', async (title, action, before, after) => {
  const change = { action, type: 'user', id: 'u', before, after };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  screen.getByText(title);
});

it('Signing out everywhere is shown in words, not as a token version', async () => {
  const change = { type: 'user', id: 'u', before: { tokenVersion: 1 }, after: { tokenVersion: 2 } };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  screen.getByRole('row', { name: 'Signed out everywhere No Yes' });
});

it('A refund says how many coins of a promo it takes only where there are some', async () => {
  const refund = (promoCoinsDue: number) => ({ type: 'refund', id: 'r', before: null, after: { promoCoinsDue } });
  const effects = effectsOf({ changes: [refund(0), refund(275)] });
  await renderUi(<EffectsView effects={effects} />);
  screen.getByRole('row', { name: 'Of these due, added by a promo 275 coins' });
  expect(screen.queryByText('0 coins')).toBeNull();
});

it('Of texts in several languages only those that differ are shown, each in a row of its own', async () => {
  const before = { synopsisI18n: { en: 'A ship', ar: 'سفينة', id: 'Kapal' }, freeEpisodes: 2 };
  const after = { synopsisI18n: { id: 'Kapal', ar: 'سفينة', en: 'A bride' }, freeEpisodes: 2 };
  const change = { type: 'series', id: 's', before, after };
  await renderUi(<EffectsView effects={effectsOf({ changes: [change] })} />);
  screen.getByRole('row', { name: 'Synopsis, translated · English A ship A bride' });
  expect(screen.queryByText(/Kapal|سفينة/)).toBeNull();
});

const [june, many] = ['2035-06-01T10:00:00.000Z', 10];
const episodesFrom = (days: (index: number) => number) =>
  Array.from({ length: many }, (_, index) => ({
    type: 'episode',
    id: `01930000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    before: { status: 'in_review' },
    after: { status: 'scheduled', runAt: new Date(Date.parse(june) + days(index) * 86_400_000).toISOString() },
  }));

it.each([
  ['10 episodes, 1 – 28 Jun, every 3 days', (index: number) => index * 3],
  ['10 episodes, 1 – 10 Jun, every day', (index: number) => index],
  ['10 episodes, 1 Jun – 21 Aug', (index: number) => index * index],
  ['10 episodes, 1 Jun 2035, 10:00 UTC', () => 0],
])('Many releases are one line: %s', async (line, days) => {
  await renderUi(<EffectsView effects={effectsOf({ changes: episodesFrom(days) })} />);
  screen.getByText(line);
  expect(screen.queryByRole('heading', { name: 'Changes' })).toBeNull();
});

it('A refund begins with the coins that it takes, those that remain, and what it costs besides', async () => {
  const after = {
    status: 'executed',
    currency: 'SAR',
    balanceTotal: 260,
    coinsDeducted: 40,
    underpaidCents: 59,
    reversedUnlocks: [{}, {}],
    cancelsSubscription: true,
  };
  const refund = { type: 'refund', id: 'r', before: { status: 'pending', balanceTotal: 300 }, after };
  const purchase = { type: 'purchase', id: 'p', before: { refundedCents: 0 }, after: { refundedCents: 1000 } };
  await renderUi(<EffectsView effects={effectsOf({ changes: [purchase, refund] })} />);
  const shown = screen.getByText(/^Takes back 40 coins/).parentElement?.textContent?.replaceAll('\u00a0', ' ');
  expect(shown?.trim()).toBe(
    'Takes back 40 coins. 260 coins remain. SAR 0.59 is not covered by coins. 2 episodes are locked again. The subscription ends.',
  );
  expect(screen.queryByRole('heading', { name: 'Changes' })).toBeNull();
});

it('Coins that are given begin with the new balance; the accounts are folded', async () => {
  const change = { type: 'user', id: 'u', before: { balanceTotal: 30 }, after: { balanceTotal: 130, eventId: 'e' } };
  const ledger = [{ eventId: 'e', userId: 'u', account: 'wallet_bonus', amount: 100 }];
  await renderUi(<EffectsView effects={effectsOf({ changes: [change], ledger })} />);
  screen.getByText('New balance: 130 coins (now 30 coins).');
  expect(screen.getByRole('group').hasAttribute('open')).toBe(false);
  expect(screen.getByRole('group').textContent).toMatch(/^Details.*Coin movements/);
});

it('What differs from the effects at another time is marked', async () => {
  const role = (permissions: string[], name: string) =>
    effectsOf({ changes: [{ type: 'role', id: 'r', before: { name, permissions }, after: null }] });
  await renderUi(<EffectsView effects={role(['users:read'], 'desk')} other={role(['audit:read'], 'desk')} />);
  screen.getByRole('row', { name: /^Permissions differs/ });
  screen.getByRole('row', { name: 'Name desk' });
});
