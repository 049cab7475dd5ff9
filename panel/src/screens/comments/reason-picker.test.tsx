import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { ReasonPicker } from './reason-picker.tsx';
import type { Reason } from './reasons.ts';

function Picker() {
  const [chosen, choose] = useState<Reason>('spam');
  const [words, setWords] = useState('');
  return <ReasonPicker chosen={chosen} words={words} onChoose={choose} onWords={setWords} />;
}

it('Own words are typed right after their key, and Enter gives the keys back', async () => {
  const user = userEvent.setup();
  await renderUi(<Picker />);
  await user.keyboard('6');
  const field = screen.getByLabelText<HTMLInputElement>('Your own words');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('Sells 1 thing');
  expect(field.value).toBe('Sells 1 thing');
  await user.keyboard('{Enter}2');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Insult or harassment' }).checked).toBe(true);
  expect(screen.queryByLabelText('Your own words')).toBeNull();
});

it('The arrows of the radio buttons leave the focus on them', async () => {
  const user = userEvent.setup();
  await renderUi(<Picker />);
  await user.keyboard('6{Enter}');
  await user.click(screen.getByRole('radio', { name: 'Insult or harassment' }));
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  screen.getByLabelText('Your own words');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Other' }));
});
