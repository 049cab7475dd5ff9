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

it('What is recorded stands in the quotation marks of the language', async () => {
  await renderUi(<EffectsView effects={{ changes: [], ledger: [], approvals: [], audit: [entry] }} />);
  screen.getByText('Recorded in the audit log as: “Created a role”');
  await act(() => setLanguage('ar'));
  expect(screen.getByText(/سجل التدقيق/).textContent).toMatch(/«\u2068.+\u2069»$/);
});
