import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listPageActions } from './page-actions.ts';

const labels = () => listPageActions().map(({ label }) => label);
const run = (label: string) =>
  listPageActions()
    .find((action) => action.label === label)
    ?.run();

it('buttons and tabs of a page are pressed by their names, fields get the focus', () => {
  const save = vi.fn<() => void>();
  render(
    <main>
      <button type="button" onClick={save}>
        Save
      </button>
      <label>
        Synopsis
        <textarea />
      </label>
      <button type="button" aria-label="Close" />
      <button type="button">
        <span>Approve</span>
        <span>twice</span>
        <kbd aria-hidden>A</kbd>
      </button>
    </main>,
  );
  expect(labels()).toEqual(['Save', 'Synopsis', 'Close', 'Approve twice']);
  run('Save');
  expect(save).toHaveBeenCalledTimes(1);
  run('Synopsis');
  expect(document.activeElement).toBe(screen.getByLabelText('Synopsis'));
});

it('what is off, what stands in a row, and names that several have are left out', () => {
  render(
    <main>
      <button type="button" disabled>
        Off
      </button>
      <button type="button" aria-disabled>
        Blocked
      </button>
      <button type="button">Remove</button>
      <button type="button">Remove</button>
      <table>
        <tbody>
          <tr>
            <td>
              <button type="button">Run now</button>
            </td>
          </tr>
        </tbody>
      </table>
      <button type="button">New series</button>
    </main>,
  );
  expect(labels()).toEqual(['New series']);
});

it('of a page under a drawer nothing is reached', () => {
  render(
    <>
      <main>
        <button type="button">New series</button>
      </main>
      <div role="dialog">
        <button type="button">Approve</button>
      </div>
    </>,
  );
  expect(labels()).toEqual(['Approve']);
});
