import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

it('The default price is saved on the edition that was shown when it was typed', async () => {
  const server = fakeServer();
  let revision = 1;
  server.on('GET', '/v1/admin/pricing/overrides', () => server.page([]));
  server.on('GET', '/v1/admin/pricing/config', () =>
    json({ defaultCoinsPerEpisode: 7 + revision, revision }, 200, { etag: `"${revision}"` }),
  );
  server.on('PUT', '/v1/admin/pricing/config', () => dryRunReply());
  const { user, client } = await openPanel('/pricing/default');
  const form = within(await screen.findByRole('dialog'));
  const coins = await form.findByLabelText<HTMLInputElement>(/^Coins/);
  await waitFor(() => expect(coins.value).toBe('8'));
  await user.clear(coins);
  await user.type(coins, '12');
  revision = 2;
  await act(() => client.invalidateQueries());
  await user.click(form.getByRole('button', { name: 'Continue' }));
  const sent = () => server.calls.findLast(({ method }) => method === 'PUT');
  await waitFor(() => expect(sent()).toMatchObject({ ifMatch: '"1"', body: { defaultCoinsPerEpisode: 12 } }));
});
