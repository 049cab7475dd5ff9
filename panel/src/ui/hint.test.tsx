import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { renderUi } from '../../test/render.tsx';

const openDelayMs = 200;
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 2 * openDelayMs)));

/** Two buttons with hints, whose tooltip comes when `load` is done. */
async function showButtons(load: () => Promise<void> = async () => {}) {
  const server = fakeServer();
  const { Tooltip } = await vi.importActual<typeof import('./tooltip.tsx')>('./tooltip.tsx');
  vi.resetModules();
  vi.doMock('./lazy-component.tsx', async (importActual) => {
    const actual = await importActual<typeof import('./lazy-component.tsx')>();
    const lazyTooltip = () => actual.lazyComponent(() => load().then(() => Tooltip));
    return { ...actual, lazyComponent: lazyTooltip };
  });
  const { useHint } = await import('./hint.tsx');
  function Hinted({ name }: { name: string }) {
    const { hint, events } = useHint(`${name} hint`);
    return (
      <>
        <button type="button" {...events}>
          {name}
        </button>
        {hint}
      </>
    );
  }
  const { user } = await renderUi(
    <>
      <Hinted name="Rows" />
      <Hinted name="Refresh" />
      <button type="button">Last</button>
    </>,
  );
  return { user, server, rows: screen.getByRole('button', { name: 'Rows' }) };
}

const hint = (name: string) => screen.queryByText(`${name} hint`);

it('a hint that cannot be loaded leaves the page as it is, and is asked for again at the next visit', async () => {
  let isMissing = true;
  const { user, server, rows } = await showButtons(async () => {
    if (isMissing) throw new TypeError('Failed to fetch dynamically imported module: /assets/tooltip-1.js');
  });
  await user.hover(rows);
  await waitFor(() => expect(server.changes('/v1/admin/client-errors')).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Rows' })).toBe(rows);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.unhover(rows);
  isMissing = false;
  await user.hover(rows);
  await waitFor(() => expect(hint('Rows')).not.toBeNull());
});

it('the keyboard opens the hint of where it is, and closes it when it goes on or presses Escape', async () => {
  const { user } = await showButtons();
  await user.tab();
  await waitFor(() => expect(hint('Rows')).not.toBeNull());
  await user.tab();
  await waitFor(() => expect(hint('Refresh')).not.toBeNull());
  await waitFor(() => expect(hint('Rows')).toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(hint('Refresh')).toBeNull());
  await user.tab({ shift: true });
  await waitFor(() => expect(hint('Rows')).not.toBeNull());
});

it('a hint that comes late is not shown to a pointer that has gone', async () => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { user, rows } = await showButtons(() => arrived);
  await user.hover(rows);
  await pause();
  await user.unhover(rows);
  arrive();
  await pause();
  expect(hint('Rows')).toBeNull();
  await user.hover(rows);
  await waitFor(() => expect(hint('Rows')).not.toBeNull());
});

it('a hint that a finger has opened goes with the next press elsewhere', async () => {
  const { user, rows } = await showButtons();
  await user.pointer([{ keys: '[TouchA>]', target: rows }, { keys: '[/TouchA]' }]);
  await waitFor(() => expect(hint('Rows')).not.toBeNull());
  await user.pointer([{ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Last' }) }]);
  await waitFor(() => expect(hint('Rows')).toBeNull());
});
