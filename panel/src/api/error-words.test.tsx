import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { setPreferences } from '../ui/preferences.ts';
import { ApiError } from './errors.ts';
import { ErrorNote } from './show-error.tsx';

afterEach(() => setPreferences({ language: 'en' }));

it.each([
  { language: 'en', listed: 'URL slug and Title' },
  { language: 'ar', listed: 'الاسم في الرابط والعنوان' },
] as const)(
  'What is listed in an error is named and joined as the language does: $language',
  async ({ language, listed }) => {
    setPreferences({ language });
    await renderUi(<ErrorNote error={new ApiError('field_locked', 400, { fields: ['slug', 'title'] })} />);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(listed));
  },
);

it.each([
  [
    'insufficient_permissions',
    { required: ['wallet:adjust'], requiredRoles: ['finance', 'superadmin'] },
    /Only Finance or Superadmin can do this/,
  ],
  ['insufficient_permissions', { required: ['wallet:adjust'] }, /lacks the permission: Grant and deduct/],
  ['weak_password', { reason: 'too_short' }, /too short/],
  ['weak_password', { reason: 'common' }, /many people use/],
  ['weak_password', { reason: 'same_as_before' }, /the old password/],
  ['weak_password', {}, /too weak/],
  ['unknown_permission', { permissions: ['catalog:fly'] }, /do not exist: /],
  ['baseline_permission_required', { missing: ['users:read'] }, /again: (?!users:read)/],
  ['field_locked', { fields: ['mediaAssetId'], currentState: 'in_review' }, /Video/],
  ['unsupported_media_type', { accepted: ['image/jpeg', 'image/png'] }, /Use JPEG or PNG/],
  ['user_suspended', { suspendedUntil: '2030-01-02T10:00:00.000Z' }, /2 Jan 2030, 10:00 UTC/],
  ['refund_exceeds_purchase', { refundableCents: 700 }, /more than is left/],
  [
    'invalid_csv',
    { line: 1, problem: 'reworded', problemCode: 'missing_column', column: 'currency' },
    /line 1: the first line has no column currency\./,
  ],
  [
    'invalid_caption',
    { line: 4, problem: 'reworded', problemCode: 'cue_in_block', block: 'NOTE' },
    /line 4: a caption begins inside a NOTE/,
  ],
  ['role_in_use', { assignedCount: 1 }, /assigned to 1 admin\./],
  ['role_in_use', { assignedCount: 2 }, /assigned to 2 admins\./],
  ['support_daily_cap_exceeded', { capRemaining: 1 }, /: 1 coin left/],
  ['insufficient_balance', { balanceTotal: 12345 }, /: 12,345 coins\./],
  ['rate_limited', { retryAfterS: 1 }, /Wait 1 second and/],
])('%s with %j says what it is about', async (code, extras, words) => {
  await renderUi(<ErrorNote error={new ApiError(code, 400, extras)} />);
  expect(screen.getByRole('alert').textContent).toMatch(words);
});

it.each([
  ['r-1', 'Try again; if it keeps failing, report this number: r-1'],
  [null, 'Something failed on our side and has been logged. Try again.'],
])('A failure of ours is said with the number of its request where there is one: %s', async (requestId, words) => {
  await renderUi(<ErrorNote error={new ApiError('internal_error', 500, {}, requestId)} />);
  expect(screen.getByRole('alert').textContent).toContain(words);
});

it.each([
  ['ar', 1, 'عملة واحدة'],
  ['ar', 2, 'عملتان'],
  ['ar', 5, 'عملات'],
  ['ar', 12_345, '12,345'],
  ['id', 12_345, '12.345 koin'],
] as const)('Coins in a refusal are counted as %s does: %d', async (language, balanceTotal, words) => {
  setPreferences({ language });
  await renderUi(<ErrorNote error={new ApiError('insufficient_balance', 400, { balanceTotal })} />);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
});
