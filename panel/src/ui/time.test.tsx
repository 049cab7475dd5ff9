import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { renderUi } from '../../test/render.tsx';
import { DescriptionList } from './description-list.tsx';
import { Time } from './time.tsx';

const zones = () => screen.queryByText(/Jakarta/);

async function showMoment() {
  fakeServer();
  const { user } = await renderUi(<Time at="2035-01-20T10:00:00.000Z" />);
  return { user, moment: screen.getByText(/20 Jan 2035/) };
}

it('a moment shows the other time zones while the pointer rests on it, and again when it comes back', async () => {
  const { user, moment } = await showMoment();
  for (let visit = 0; visit < 2; visit++) {
    await user.hover(moment);
    await screen.findByText('20 Jan 2035, 17:00');
    await user.unhover(moment);
    await waitFor(() => expect(zones()).toBeNull());
  }
});

it('Escape closes it, and a pointer that only passes opens nothing', async () => {
  const { user, moment } = await showMoment();
  await user.hover(moment);
  await user.unhover(moment);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(zones()).toBeNull();
  await user.hover(moment);
  await waitFor(() => expect(zones()).not.toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(zones()).toBeNull());
});

it('a distance grows while it is looked at', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  fakeServer();
  await renderUi(<Time at={new Date(Date.now() - 5000).toISOString()} distance />);
  screen.getByText('5 seconds ago');
  await act(async () => void vi.advanceTimersByTime(120_000));
  screen.getByText('2 minutes ago');
  vi.useRealTimers();
});

it('the time zones of a fact are reached by the keyboard', async () => {
  fakeServer();
  const { user } = await renderUi(
    <DescriptionList facts={[['Created', <Time key="created" at="2035-01-20T10:00:00.000Z" />]]} />,
  );
  await user.tab();
  await screen.findByText('20 Jan 2035, 17:00');
});
