import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dryRunReply, networkError } from '../../../test/fake-server.ts';
import { adjustPath, confirm, dialog, fillIn, openServer, review } from '../../../test/grant.ts';
import { openPanel } from '../../../test/render.tsx';
import { userId } from '../../../test/samples.ts';
import { keyedOperations } from '../../api/contract.ts';
import { setLanguage } from '../../words/define.ts';
import { isTitled } from './attempt-title.ts';

afterEach(() => act(async () => void (await setLanguage('en'))));

async function loseGrant() {
  const { server } = openServer();
  const changes = [{ type: 'user', id: userId, before: { balanceTotal: 30 }, after: { balanceTotal: 130 } }];
  server.on('POST', adjustPath, () => dryRunReply({ changes }));
  const panel = await openPanel(`/users/${userId}/adjust`);
  await fillIn(panel);
  await screen.findByText('New balance');
  await review(panel);
  await within(await dialog()).findByText('130 coins');
  server.on('POST', adjustPath, networkError);
  await confirm(panel);
  await screen.findByText('We do not know whether this was done');
}

it('Everything that is kept until its outcome is known has a title', () => {
  expect([...keyedOperations].filter((operation) => !isTitled(operation))).toEqual([]);
});

it('An attempt is named in the language that is read now', async () => {
  await loseGrant();
  await screen.findByRole('dialog', { name: /^Give Layla K/ });
  await act(async () => void (await setLanguage('id')));
  await screen.findByRole('dialog', { name: 'Sesuaikan koin: Layla K' });
});

it('What a form said that it would do does not stay behind an unknown outcome', async () => {
  await loseGrant();
  const effect = screen.getByRole('region', { name: 'What this changes', hidden: true });
  await within(effect).findByRole('alert', { hidden: true });
  expect(within(effect).queryByText('New balance')).toBeNull();
});
