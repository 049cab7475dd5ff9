import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import type { Alert, AlertDetail, EvidenceRow } from './queries.ts';

const alert: Alert = {
  id: '01930000-0000-7000-8000-0000000000b8',
  kind: 'mint_spike',
  severity: 'critical',
  status: 'open',
  subject: { type: 'ledger_account', id: 'source_support_grant', label: null },
  figures: { coins: 41_000, usual: 3_000 },
  windowFrom: '2026-01-01T00:00:00.000Z',
  windowTo: '2026-01-02T00:00:00.000Z',
  createdAt: '2026-01-01T20:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  note: null,
  resolvedAt: null,
  allowed: ['acknowledge'],
};

const row: EvidenceRow = {
  type: 'ledger_event',
  id: '01930000-0000-7000-8000-000000000031',
  at: '2026-01-01T21:00:00.000Z',
  userId: '01930000-0000-7000-8000-000000000011',
  label: 'Layla K',
  userKind: 'registered',
  amount: 2_000,
  currency: null,
  reason: 'apology',
  item: null,
  requester: null,
  decider: null,
};

const evidence: AlertDetail['evidence'] = { requires: 'wallet:read', shown: true, hours: [], rows: [row] };

function serving(shown: Alert, of: Partial<AlertDetail['evidence']> = {}) {
  const server = fakeServer();
  const detail: AlertDetail = { ...shown, evidence: { ...evidence, ...of } };
  server.on('GET', '/v1/admin/alerts', () => server.page([shown]));
  server.on('GET', '/v1/admin/alerts/:id', () => json(detail));
  return server;
}

describe('a list of alerts says what happened in a sentence of figures', () => {
  const cases: [string, Partial<Alert>][] = [
    ['Support grants in 24 hours: 41,000 coins, usual 3,000', {}],
    ['Support grants in 24 hours: 41,000 coins', { figures: { coins: 41_000, usual: null } }],
    [
      'Purchases with App Store in 24 hours: 1 coins',
      {
        subject: { type: 'ledger_account', id: 'source_iap_ios_store', label: null },
        figures: { coins: 1, usual: null },
      },
    ],
    [
      'Kwame granted 100,000 coins today; the limit is 20,000',
      {
        kind: 'admin_grants',
        subject: { type: 'admin', id: 'a1', label: 'Kwame' },
        figures: { coins: 100_000, limit: 20_000 },
      },
    ],
    [
      'FLASH: 1,500 of 4,000 coins left, runs out in 2h 30m at 600 coins an hour',
      {
        kind: 'promo_burn',
        subject: { type: 'promo', id: 'p1', label: 'FLASH' },
        figures: { leftCoins: 1500, budgetCoins: 4000, hoursLeft: 2.5, coinsPerHour: 600, hoursToEnd: 90 },
      },
    ],
    [
      'Google Play: 10 refunds and 20 payments in 24 hours (50%), usual 2.5%',
      {
        kind: 'refund_rate',
        subject: { type: 'rail', id: 'android_store', label: null },
        figures: { refunds: 10, payments: 20, ratePercent: 50, usualPercent: 2.5 },
      },
    ],
    [
      '2 releases failed and are not retried',
      { kind: 'schedule_lag', subject: { type: 'schedules', id: 'failed', label: null }, figures: { schedules: 2 } },
    ],
    [
      '1.5 GB free; uploads are refused below 1 GB',
      {
        kind: 'storage_low',
        subject: { type: 'storage', id: 'media', label: null },
        figures: { freeBytes: 1_500_000_000, reserveBytes: 1_000_000_000 },
      },
    ],
    [
      '1 coin movement does not add up',
      { kind: 'zero_sum_breach', subject: { type: 'ledger', id: 'ledger', label: null }, figures: { events: 1 } },
    ],
    [
      'Google Play: 3 webhooks failed and are not retried',
      {
        kind: 'webhook_failures',
        subject: { type: 'webhook_source', id: 'payments:android_store', label: null },
        figures: { waiting: 0, oldestMinutes: 0, givenUp: 3 },
      },
    ],
    [
      'Google Play: 12 messages failed verification in 24 hours',
      {
        kind: 'verification_failures',
        subject: { type: 'webhook_source', id: 'payments:android_store', label: null },
        figures: { failures: 12 },
      },
    ],
    [
      'App Store: no payments for 24 hours, usually 40 per day',
      { kind: 'rail_quiet', subject: { type: 'rail', id: 'ios_store', label: null }, figures: { usual: 40 } },
    ],
    [
      'Card on the web: 1 payment is disputed',
      { kind: 'disputes', subject: { type: 'rail', id: 'card_web', label: null }, figures: { open: 1 } },
    ],
    [
      'Refunds whose money could not be returned: 2; on its way for over a week: 1',
      {
        kind: 'money_stuck',
        subject: { type: 'refunds', id: 'money', label: null },
        figures: { failed: 2, pending: 1 },
      },
    ],
  ];
  it.each(cases)('%s', async (sentence, given) => {
    serving({ ...alert, ...given });
    const { close } = await openPanel('/alerts');
    await screen.findByText(sentence);
    close();
  });
});

describe('an alert', () => {
  it('shows what it was made of, with links to whom it is about', async () => {
    serving(alert);
    const { user, close } = await openPanel('/alerts');
    await user.click(await screen.findByRole('link', { name: /^Unusual number of new coins/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Unusual number of new coins' }));
    drawer.getByText('Support grants');
    const who = drawer.getByRole('link', { name: 'Layla K' });
    expect(who.getAttribute('href')).toContain('/users/01930000-0000-7000-8000-000000000011');
    expect(drawer.getByRole('link', { name: '2,000 coins' }).getAttribute('href')).toContain('/ledger/');
    close();
  });

  it('shows guests and those who were anonymized as their own pages do', async () => {
    const nameless = { ...row, label: null };
    const ids = ['01930000-0000-7000-8000-00000000a001', '01930000-0000-7000-8000-00000000a002'] as const;
    serving(alert, {
      rows: [
        { ...nameless, id: ids[0], userId: ids[0], userKind: 'guest' },
        { ...nameless, id: ids[1], userId: ids[1], userKind: 'anonymized' },
      ],
    });
    const { close } = await openPanel(`/alerts/${alert.id}`);
    await screen.findByRole('link', { name: /^Guest .*0000a001/ });
    screen.getByRole('link', { name: /^Anonymized user .*0000a002/ });
    close();
  });

  it.each([
    ['schedule', 'internal_error', 'Something failed on our side and has been logged. Try again.'],
    ['webhook_event', 'conflicting', 'It conflicts with stored data'],
    ['webhook_event', 'unexpected', 'Unexpected error'],
  ] as const)('says in words why a %s failed, not %s', async (type, reason, words) => {
    const failed = { ...row, type, reason, userId: null, label: 'evt_1', amount: null };
    serving({ ...alert, kind: type === 'schedule' ? 'schedule_lag' : 'webhook_failures' }, { rows: [failed] });
    const { close } = await openPanel(`/alerts/${alert.id}`);
    await screen.findByText(words);
    close();
  });

  it('is acknowledged with a note', async () => {
    const server = serving(alert);
    const sent: unknown[] = [];
    server.on('POST', '/v1/admin/alerts/:id/acknowledge', (request) => {
      if (request.query.get('dryRun') === 'true') return dryRunReply({}, alert);
      sent.push(request.body);
      return json({ ...alert, status: 'acknowledged' });
    });
    const { user, close } = await openPanel(`/alerts/${alert.id}`);
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Acknowledge: Unusual number of new coins' }));
    await user.type(await sheet.findByLabelText(/Note/), 'A planned campaign');
    await user.click(await sheet.findByRole('button', { name: /^Acknowledge/ }));
    await expect.poll(() => sent).toEqual([{ note: 'A planned campaign' }]);
    close();
  });

  it('names the permission that its rows take, and who has seen it', async () => {
    const by = { id: '01930000-0000-7000-8000-0000000000d1', email: 'kwame@demo.example', name: 'Kwame' };
    const seen = { acknowledgedAt: '2026-01-01T22:00:00.000Z', acknowledgedBy: by, note: 'On it' };
    serving({ ...alert, ...seen, status: 'acknowledged', allowed: [] }, { shown: false, rows: [] });
    const { close } = await openPanel(`/alerts/${alert.id}`);
    const drawer = within(await screen.findByRole('dialog', { name: 'Unusual number of new coins' }));
    drawer.getByText(/You need the permission/);
    drawer.getByText('Kwame');
    drawer.getByText('On it');
    expect(drawer.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    close();
  });
});

describe('an alert about payments leads to where it is looked into', () => {
  const source = { type: 'webhook_source', id: 'payments:ios_store', label: null };
  const rail = { type: 'rail', id: 'ios_store', label: null };
  const method = ['Open the payment method', '/payment-methods?rail=ios_store'];
  const messages = ['See its messages', '/webhooks?source=payments%3Aios_store'];
  const cases: [Alert['kind'], Alert['subject'], string[][]][] = [
    ['verification_failures', source, [method, messages]],
    ['webhook_failures', source, [method, messages]],
    ['webhook_failures', { ...source, id: 'media' }, []],
    ['rail_quiet', rail, [method, ['See its payments', '/transactions?rail=ios_store'], messages]],
    ['disputes', rail, [['See the disputed payments', '/transactions?rail=ios_store&status=disputed']]],
    [
      'money_stuck',
      { type: 'refunds', id: 'money', label: null },
      [['See the refunds whose money was not returned', '/refunds?status=executed&money=failed']],
    ],
  ];
  it.each(cases)('%s of %o', async (kind, subject, steps) => {
    serving({ ...alert, kind, subject, figures: {} }, { rows: [] });
    const { close } = await openPanel(`/alerts/${alert.id}`);
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('Last checked');
    const names = ['Open the payment method', /^See /];
    const links = names.flatMap((name) => drawer.queryAllByRole('link', { name }));
    const shown = links.map((link) => [link.textContent, link.getAttribute('href')]);
    expect(shown).toEqual(steps);
    // The rails of the app have the same type, and another page.
    expect(drawer.queryByRole('link', { name: 'App Store' })).toBeNull();
    close();
  });
});
