import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { admin, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { setPreferences } from '../../ui/preferences.ts';
import type { PaymentRail } from './queries.ts';

afterEach(() => setPreferences({ language: 'en' }));

const rail: PaymentRail = {
  rail: 'ios_store',
  provider: 'app-store',
  hasOwnSecret: false,
  takesProofs: true,
  returnsMoney: false,
  lastMessageAt: null,
  lastPaymentAt: null,
  failures: [],
};
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const failure = { reason: 'wrong_signature', count: 12, lastAt: ago(5) };

function serving(rails: readonly PaymentRail[], permissions = ['payments:read', 'system:read']) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, role: 'finance', permissions }));
  server.on('GET', '/v1/admin/payments/rails', () => json({ sandbox: 'credit', rails }));
  return server;
}

const card = async (name: string) => {
  const item = (await screen.findByRole('heading', { name })).closest('li');
  if (!item) throw new Error(`${name} is in no list`);
  return within(item);
};

describe('the payment methods', () => {
  it.each([
    ['Never connected', {}],
    ['Working', { lastMessageAt: ago(10) }],
    ['Quiet', { lastMessageAt: ago(25 * 60) }],
    ['Working', { lastPaymentAt: ago(10) }],
    ['Working', { lastMessageAt: ago(1), failures: [{ ...failure, count: 3 }] }],
    ['Failing', { lastMessageAt: ago(10), failures: [{ ...failure, count: 3 }] }],
    ['Failing', { lastMessageAt: ago(1), failures: [failure] }],
  ])('are said to be: %s, by what arrived and what failed verification', async (state, of) => {
    serving([{ ...rail, ...of }]);
    await openPanel('/payment-methods');
    (await card('App Store')).getByText(state);
  });

  it('say who reports them, why messages failed, how money returns and where the set-up is described', async () => {
    serving([
      { ...rail, failures: [failure, { reason: 'something_new', count: 1, lastAt: ago(60) }] },
      { ...rail, rail: 'card_web', provider: 'card', takesProofs: false, returnsMoney: true },
      { ...rail, rail: 'vas_*', provider: 'neutral', takesProofs: false },
    ]);
    await openPanel('/payment-methods?rail=ios_store');
    const store = await card('App Store');
    const failures = within(store.getByRole('region', { name: 'Failed verification in the last day' }));
    failures.getByText(/^Wrong signature: 12 messages · last/);
    failures.getByText(/^Something new: 1 message · last/);
    store.getByText('Only the store returns it');
    store.getByText('/v1/subscriptions/webhook/ios_store');
    store.getByText('docs/providers/app-store.md');
    expect(store.getByRole('link', { name: 'Messages' }).getAttribute('href')).toMatch(/source=payments%3Aios_store/);
    expect(screen.getByRole('heading', { name: 'App Store' }).closest('li')?.getAttribute('aria-current')).toBe('true');
    (await card('Card on the web')).getByText('Ordered back automatically');
    const family = await card('All phone bills');
    family.getByText('Shared with other payment methods');
    family.getByText('Returned at the provider');
    expect(family.queryByRole('link', { name: 'Messages' })).toBeNull();
    screen.getByText(/^Test purchases are credited/);
  });

  it('link to messages only with the permission to read them', async () => {
    serving([rail], ['payments:read']);
    await openPanel('/payment-methods');
    const store = await card('App Store');
    store.getByRole('link', { name: 'Payments' });
    expect(store.queryByRole('link', { name: 'Messages' })).toBeNull();
  });

  it('are described in the language of the operator', async () => {
    setPreferences({ language: 'ar' });
    serving([{ ...rail, failures: [failure] }]);
    await openPanel('/payment-methods');
    const store = await card('App Store');
    await store.findByText('تفشل');
    await store.findByText(/توقيع خاطئ/);
  });

  it('are not shown without the permission, and can be loaded again after a failure', async () => {
    const server = serving([rail], ['users:read']);
    const first = await openPanel('/payment-methods');
    await screen.findByText(/permission/i);
    expect(server.calls.some(({ path }) => path === '/v1/admin/payments/rails')).toBe(false);
    first.close();
    serving([rail]).on('GET', '/v1/admin/payments/rails', () => errorResponse(503, 'unavailable'));
    await openPanel('/payment-methods');
    await screen.findByRole('button', { name: /again/i });
  });
});
