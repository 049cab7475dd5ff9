import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { setLanguage } from '../../words/define.ts';
import { EffectsView } from './effects-view.tsx';

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
  await renderUi(<EffectsView effects={{ changes: [change], ledger: [], approvals: [], audit: [] }} />);
  screen.getByText('Dark romance');
  screen.getByText('Revenge');
  await act(() => setLanguage('id'));
  screen.getByText('Balas dendam');
  await act(() => setLanguage('en'));
});

it('What is recorded stands in the quotation marks of the language', async () => {
  await renderUi(<EffectsView effects={{ changes: [], ledger: [], approvals: [], audit: [entry] }} />);
  screen.getByText('Recorded in the audit log as: “Created a role”');
  await act(() => setLanguage('ar'));
  expect(screen.getByText(/سجل التدقيق/).textContent).toMatch(/«\u2068.+\u2069»$/);
});
