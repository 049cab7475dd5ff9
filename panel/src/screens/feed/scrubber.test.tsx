import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import type { Stop } from './queries.ts';
import { Scrubber } from './scrubber.tsx';

const way = { from: Date.parse('2135-01-01T10:20:00Z'), days: 7 };
const stops: readonly Stop[] = [{ at: '2135-01-02T00:00:00.000Z', kind: 'free_series', series: null, episodes: 0 }];

function Feed() {
  const [place, setPlace] = useState(0);
  return <Scrubber way={way} place={place} stops={stops} onGo={setPlace} onMoment={() => {}} />;
}

it('A moment that is over is named, until another one is chosen', async () => {
  const { user } = await renderUi(<Feed />);
  const field = screen.getByLabelText('Time (UTC)');
  fireEvent.change(field, { target: { value: '2020-01-01T10:00' } });
  fireEvent.blur(field);
  await screen.findByText(/^That time has passed/);
  await user.click(screen.getByRole('button', { name: 'Next change' }));
  expect(screen.queryByText(/^That time has passed/)).toBeNull();
});

it('The thumb stays where it was dropped until the address has the new time', async () => {
  function SlowFeed() {
    const [place, setPlace] = useState(0);
    const goLater = (next: number) => void window.setTimeout(() => setPlace(next), 300);
    return (
      <>
        <Scrubber way={way} place={place} stops={stops} onGo={goLater} onMoment={() => {}} />
        <output aria-label="Shown place">{place}</output>
      </>
    );
  }
  await renderUi(<SlowFeed />);
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Preview time' });
  const seen = new Set<string>();
  fireEvent.change(slider, { target: { value: '86400000' } });
  await waitFor(
    () => {
      seen.add(slider.value);
      expect(screen.getByLabelText('Shown place').textContent).toBe('86400000');
    },
    { interval: 20 },
  );
  expect([...seen, slider.value]).not.toContain('0');
  // Afterwards the thumb follows the address again.
  fireEvent.click(screen.getByRole('button', { name: 'Now' }));
  await waitFor(() => expect(slider.value).toBe('0'));
});
