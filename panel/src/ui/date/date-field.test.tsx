import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../../words/define.ts';
import { DateField } from './date-field.tsx';
import { fromField, unreadableDate } from './days.ts';
import { PeriodFilter, type PeriodSearch } from './period-filter.tsx';

function Form({ first, withTime = false }: { first: string; withTime?: boolean }) {
  const [value, setValue] = useState(first);
  return (
    <MantineProvider>
      <DateField label="When" withTime={withTime} value={value} onChange={setValue} />
      <output>{value}</output>
    </MantineProvider>
  );
}

const valueIs = (value: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(value));

it('A date is shown and typed as the panel writes it, and what is no date is said', async () => {
  const user = userEvent.setup();
  render(<Form first="2026-11-25" />);
  const field = screen.getByLabelText<HTMLInputElement>('When');
  expect(field.value).toBe('25 Nov 2026');
  await user.clear(field);
  await user.type(field, '3 december 2026');
  await valueIs('2026-12-03');
  await user.tab();
  expect(field.value).toBe('3 Dec 2026');
  await user.clear(field);
  await user.type(field, '40 Dec');
  await valueIs(unreadableDate('40 Dec'));
  screen.getByText('Enter a date such as 25 Nov 2026.');
  await user.clear(field);
  await valueIs('');
});

it('What is no date is shown again with its error when the field comes back, and an empty field is in order', async () => {
  const user = userEvent.setup();
  render(<Form first={unreadableDate('3 Dec 2026')} withTime />);
  const field = screen.getByLabelText<HTMLInputElement>('When');
  expect(field.value).toBe('3 Dec 2026');
  screen.getByText('Add a time, such as 25 Nov 2026, 18:00.');
  expect(fromField(unreadableDate('3 Dec 2026'))).toBeUndefined();
  await user.clear(field);
  await valueIs('');
  expect(screen.queryByText(/Add a time|Enter a date/)).toBeNull();
});

it('Numbers that could be another date are said as they are read, also once they are taken', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(value: string) => void>();
  render(<Filter onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('From');
  await user.clear(field);
  await user.type(field, '12/01/2026');
  screen.getByText('Read as 12 Jan 2026, the day first.');
  await user.tab();
  expect([field.value, onChange.mock.lastCall]).toEqual(['12 Jan 2026', ['2026-01-12']]);
  screen.getByText('Read as 12 Jan 2026, the day first.');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.queryByText(/the day first/)).toBeNull();
});

it('A day is chosen from a calendar with the keyboard, keeps the time, and gives the focus back', async () => {
  const user = userEvent.setup();
  render(<Form first="2026-11-25T18:30" withTime />);
  expect(screen.getByLabelText<HTMLInputElement>('When').value).toBe('25 Nov 2026, 18:30');
  const button = screen.getByRole('button', { name: 'Choose a date: When' });
  await user.click(button);
  const calendar = within(await screen.findByRole('dialog', { name: 'Choose a date: When' }));
  await calendar.findByText('November 2026');
  const chosen = calendar.getByRole('button', { name: '25 Nov 2026' });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  await user.keyboard('{ArrowRight}{Enter}');
  await valueIs('2026-11-26T18:30');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')));
});

it('Of two days, from one to the other, each calendar says which it is for', async () => {
  const onSearch = vi.fn<(changed: PeriodSearch) => void>();
  const period = { start: '2026-11-01', end: '2026-11-25' };
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <PeriodFilter search={{}} period={period} onSearch={onSearch} />
    </MantineProvider>,
  );
  screen.getByRole('button', { name: 'Choose a date: From' });
  await user.click(screen.getByRole('button', { name: 'Choose a date: To' }));
  const calendar = within(await screen.findByRole('dialog', { name: 'Choose a date: To' }));
  await user.click(await calendar.findByRole('button', { name: '24 Nov 2026' }));
  expect(onSearch.mock.calls).toEqual([[{ dateTo: '2026-11-24' }]]);
});

it('A time that is typed stays when a day is chosen', async () => {
  const user = userEvent.setup();
  render(<Form first="2026-11-25T12:00" withTime />);
  const field = screen.getByLabelText<HTMLInputElement>('When');
  await user.clear(field);
  await user.type(field, '18:30');
  await user.click(screen.getByRole('button', { name: 'Choose a date: When' }));
  const today = await screen.findByRole('button', { current: 'date' });
  await user.click(today);
  await valueIs(`${new Date().toISOString().slice(0, 10)}T18:30`);
});

it('A missing time is said, as is a missing date', async () => {
  const user = userEvent.setup();
  render(<Form first="2026-11-25T12:00" withTime />);
  const field = screen.getByLabelText<HTMLInputElement>('When');
  await user.clear(field);
  await user.type(field, '3 Dec 2026');
  screen.getByText('Add a time, such as 25 Nov 2026, 18:00.');
  await user.clear(field);
  await user.type(field, '18:30');
  screen.getByText('Enter a date such as 25 Nov 2026, 18:00.');
});

it('Arrows in the calendar go where they point, in Arabic too', async () => {
  const user = userEvent.setup();
  document.documentElement.dir = 'rtl';
  try {
    render(<Form first="2026-11-25" />);
    await user.click(screen.getByRole('button', { name: 'Choose a date: When' }));
    const chosen = await screen.findByRole('button', { name: '25 Nov 2026' });
    await waitFor(() => expect(document.activeElement).toBe(chosen));
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}{Enter}');
    await valueIs('2026-11-26');
  } finally {
    document.documentElement.dir = 'ltr';
  }
});

it.each([
  ['en', 'Choose a date: When', 'M'],
  ['ar', /When/, 'س'],
  ['id', /When/, 'M'],
] as const)('The week of the calendar begins as usual in %s', async (language, name, letter) => {
  const user = userEvent.setup();
  await act(() => setLanguage(language));
  render(<Form first="2026-11-25" />);
  await user.click(screen.getByRole('button', { name }));
  const days = within(await screen.findByRole('dialog', { name })).getAllByRole('columnheader');
  // Monday, Saturday and Minggu, which is Sunday.
  expect(days[0]?.textContent).toBe(letter);
  await act(() => setLanguage('en'));
});

it('Ctrl+K closes the calendar and leaves the focus at its button', async () => {
  const user = userEvent.setup();
  render(<Form first="2026-11-25" />);
  await user.click(screen.getByRole('button', { name: 'Choose a date: When' }));
  await screen.findByRole('button', { name: '25 Nov 2026' });
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a date: When' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function Filter({ onChange, onBlur }: { onChange: (value: string) => void; onBlur?: () => void }) {
  const [value, setValue] = useState('2026-11-25');
  const set = (next: string) => {
    onChange(next);
    setValue(next);
  };
  return (
    <MantineProvider>
      <DateField label="From" commitOnLeave value={value} onChange={set} {...(onBlur && { onBlur })} />
      <button type="button" onClick={() => setValue('2026-01-02')}>
        Back
      </button>
    </MantineProvider>
  );
}

it('A filter takes what is typed when the field is left or with Enter, and not with each key', async () => {
  const user = userEvent.setup();
  const [onChange, onBlur] = [vi.fn<(value: string) => void>(), vi.fn<() => void>()];
  render(<Filter onChange={onChange} onBlur={onBlur} />);
  const field = screen.getByLabelText<HTMLInputElement>('From');
  await user.type(field, '{Backspace}5');
  expect([field.value, onChange.mock.calls]).toEqual(['25 Nov 2025', []]);
  await user.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([['2025-11-25']]);
  await user.clear(field);
  await user.type(field, '3/12/2026');
  await user.tab();
  expect([field.value, onChange.mock.lastCall, onBlur.mock.calls.length]).toEqual(['3 Dec 2026', ['2026-12-03'], 1]);
});

it('A value from outside takes the place of what is typed, with its error', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(value: string) => void>();
  render(<Filter onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('From');
  await user.clear(field);
  await user.type(field, '40 Dec');
  expect(screen.queryByText(/Enter a date/)).toBeNull();
  await user.tab();
  screen.getByText('Enter a date such as 25 Nov 2026.');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect([field.value, onChange.mock.calls]).toEqual(['2 Jan 2026', []]);
  expect(screen.queryByText(/Enter a date/)).toBeNull();
});

function LiveField() {
  const [value, setValue] = useState('2026-11-25');
  return (
    <MantineProvider>
      <DateField label="When" value={value} onChange={setValue} />
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setValue('2026-01-02')}>
        Back
      </button>
    </MantineProvider>
  );
}

it('A value from outside is shown while the field is being typed in', async () => {
  const user = userEvent.setup();
  render(<LiveField />);
  const field = screen.getByLabelText<HTMLInputElement>('When');
  await user.clear(field);
  await user.type(field, '40 Dec');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(field.value).toBe('2 Jan 2026');
});
