import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bufferKeystrokes } from './buffered-keys.ts';
import { Palette, type PaletteItem } from './palette.tsx';

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** As a browser does it: what nobody keeps from it comes into the field. */
function press(key: string, target: HTMLElement): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(event) || !(target instanceof HTMLInputElement)) return;
  setValue?.call(target, `${target.value}${key}`);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

it('a key that comes just when the field is there stands behind what was typed before', async () => {
  // In a browser nothing is shown before the code that runs has ended, as it is within `act`.
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  });
  bufferKeystrokes();
  for (const key of 'layla') press(key, document.body);
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    document.removeEventListener('focusin', onFocus);
    queueMicrotask(() => press('!', target));
  };
  document.addEventListener('focusin', onFocus);
  const words = { title: 'Search', placeholder: 'Search', emptyText: 'Nothing', mode: 'all' };
  root.render(
    <MantineProvider>
      <Palette opened {...words} items={[]} onClose={() => {}} onQuery={() => {}} />
    </MantineProvider>,
  );
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(field.value).toBe('layla!'));
});

it('what is called so comes before what has it among other words, whatever its group', async () => {
  const item = (group: string, label: string, also = '') => ({ id: label, group, label, also, run: () => {} });
  const items = [item('Pages', 'Series', 'shows episodes'), item('Pages', 'Home'), item('On this page', 'Episodes')];
  const words = { title: 'Search', placeholder: 'Search', emptyText: 'Nothing', mode: 'all' };
  render(
    <MantineProvider>
      <Palette opened {...words} items={items} onClose={() => {}} onQuery={() => {}} />
    </MantineProvider>,
  );
  await userEvent.type(await screen.findByRole('combobox'), 'episodes');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Episodes', 'Series']);
});

it('what stands out stays so when more is found above it, until something else is typed', async () => {
  const item = (group: string, label: string, isFound = false) => ({ id: label, group, label, isFound, run: () => {} });
  const [onPage, lit] = [item('On this page', 'Drop a poster'), item('On this page', 'Light')];
  const words = { title: 'Search', placeholder: 'Search', emptyText: 'Nothing', mode: 'all' };
  const chosen = vi.fn<(label: string) => void>();
  const shown = (items: readonly PaletteItem[]) => (
    <MantineProvider>
      <Palette
        opened
        {...words}
        items={items.map((one) => ({ ...one, run: () => chosen(one.label) }))}
        onClose={() => {}}
        onQuery={() => {}}
      />
    </MantineProvider>
  );
  const { rerender } = render(shown([onPage, lit]));
  const field = await screen.findByRole('combobox');
  await userEvent.type(field, 'poster');
  rerender(shown([item('Series', 'The Poster', true), onPage, lit]));
  const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(labels()).toEqual(['The Poster', 'Drop a poster']));
  await userEvent.type(field, '{Enter}');
  expect(chosen.mock.calls).toEqual([['Drop a poster']]);
  await userEvent.type(field, '{Backspace}{Enter}');
  expect(chosen.mock.calls).toEqual([['Drop a poster'], ['The Poster']]);
  rerender(shown([onPage, lit]));
  await waitFor(() => expect(labels()).toEqual(['Drop a poster']));
  rerender(shown([item('Series', 'The Poster', true), onPage, lit]));
  await waitFor(() => expect(labels()).toEqual(['The Poster', 'Drop a poster']));
  await userEvent.type(field, '{Enter}');
  expect(chosen.mock.lastCall).toEqual(['Drop a poster']);
});
