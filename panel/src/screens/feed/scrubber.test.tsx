import { fireEvent, screen } from '@testing-library/react';
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
  const field = screen.getByLabelText('Moment (UTC)');
  fireEvent.change(field, { target: { value: '2020-01-01T10:00' } });
  fireEvent.blur(field);
  await screen.findByText(/^This moment is over/);
  await user.click(screen.getByRole('button', { name: 'Next change' }));
  expect(screen.queryByText(/^This moment is over/)).toBeNull();
});
