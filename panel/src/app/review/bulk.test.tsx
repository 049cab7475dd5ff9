import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dryRunReply, fakeServer, json, lost, refusal } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';
import { seriesNamed } from '../../../test/samples.ts';

const names = ['Harbour', 'Saffron', 'Jakarta', 'Ferry'];
const all = names.map((name, at) => seriesNamed(name, `01930000-0000-7000-8000-00000000002${at}`));

it('Of many changes each keeps its key until its outcome is known, and is done once', async () => {
  const server = fakeServer();
  let isDown = true;
  server.on('GET', '/v1/admin/series', () => server.page(all));
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }, [id]) => {
    const { title } = all.find((one) => one.id === id) ?? {};
    if (query.has('dryRun')) return title === 'Ferry' ? refusal(404, 'not_found') : dryRunReply();
    return title === 'Saffron' && isDown ? lost() : json({});
  });
  const { user } = await openPanel('/series');
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit series for review' });
  await within(dialog).findByText('3 can be done · 1 is refused');
  await user.click(within(dialog).getByRole('button', { name: 'Submit for review' }));

  // The rest would wait as long for an answer that does not come.
  await within(dialog).findByText('1 done · 1 failed · 1 with an unknown result · 1 not sent');
  const keysOf = (name: string) =>
    server.changes(`/v1/admin/series/${all[names.indexOf(name)]?.id}/workflow`).map(({ key }) => key);
  expect(names.map((name) => keysOf(name).length)).toEqual([1, 1, 0, 0]);

  isDown = false;
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText('3 done · 1 failed');
  expect(names.map((name) => keysOf(name).length)).toEqual([1, 2, 1, 0]);
  expect(new Set(keysOf('Saffron')).size).toBe(1);
});

it('Of many changes, one that is refused after an unanswered attempt is not said to have failed', async () => {
  const server = fakeServer();
  const done = new Set<string | undefined>();
  server.on('GET', '/v1/admin/series', () => server.page(all.slice(0, 2)));
  server.on('POST', '/v1/admin/series/:id/workflow', ({ query }, [id]) => {
    if (query.has('dryRun')) return dryRunReply();
    if (done.has(id)) return refusal(409, 'invalid_transition', { currentState: 'in_review' });
    done.add(id);
    return id === all[0]?.id ? lost() : json({});
  });
  const { user } = await openPanel('/series');
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Submit series for review' });
  await within(dialog).findByText('2 can be done');
  await user.click(within(dialog).getByRole('button', { name: 'Submit for review' }));
  await within(dialog).findByText('1 with an unknown result · 1 not sent');
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText('1 done · 1 with an unknown result');
  within(dialog).getByText(/Your earlier attempt may have done this/);
});
