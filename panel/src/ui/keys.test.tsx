import { Select } from '@mantine/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, dryRunReply, type FakeServer, fakeServer, json, neverResponds } from '../../test/fake-server.ts';
import { openPanel, renderUi } from '../../test/render.tsx';
import { pendingGrant } from '../../test/samples.ts';
import { KeyLayer } from './key-layer.tsx';
import { type Bindings, useKeys } from './keys.ts';

const { id } = pendingGrant;

it.each([
  ['KeyA', 'ش', '/admins'],
  ['Digit5', '٥', '/launches'],
])('An Arabic layout leads to the same pages: %s', async (code, key, path) => {
  const server = fakeServer();
  server.on('GET', '/v1/admin/launches', () => server.page([]));
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  const { router } = await openPanel('/account');
  await screen.findByRole('main');
  fireEvent.keyDown(document.body, { code: 'KeyG', key: 'ل' });
  fireEvent.keyDown(document.body, { code, key });
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

function Bound({ bindings }: { bindings: Bindings }) {
  useKeys(bindings);
  return null;
}

describe('a key', () => {
  it.each([
    ['q on AZERTY, where QWERTY has A', { key: 'q', code: 'KeyA' }, 'q'],
    ['z on QWERTZ, where QWERTY has Y', { key: 'z', code: 'KeyY' }, 'z'],
    ['A while caps lock is on', { key: 'A', code: 'KeyA' }, 'a'],
    ['A with Shift', { key: 'A', code: 'KeyA', shiftKey: true }, undefined],
    ['Ctrl+Z', { key: 'z', code: 'KeyZ', ctrlKey: true }, 'mod+z'],
    ['Ctrl+Shift+Z', { key: 'Z', code: 'KeyZ', ctrlKey: true, shiftKey: true }, undefined],
    ['! on QWERTY', { key: '!', code: 'Digit1', shiftKey: true }, undefined],
    ['1 on AZERTY, which takes Shift', { key: '1', code: 'Digit1', shiftKey: true }, '1'],
    ['? on QWERTY', { key: '?', code: 'Slash', shiftKey: true }, '?'],
    ['an Arabic letter', { key: 'ش', code: 'KeyA' }, 'a'],
    ['an Arabic digit', { key: '١', code: 'Digit1' }, '1'],
  ])('is known by what it types: %s', async (_name, stroke, expected) => {
    const pressed = vi.fn<(name: string) => void>();
    const names = ['a', 'q', 'y', 'z', '1', '?', 'mod+z'];
    await renderUi(<Bound bindings={Object.fromEntries(names.map((name) => [name, () => pressed(name)]))} />);
    fireEvent.keyDown(document.body, stroke);
    expect(pressed.mock.calls.flat()).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['checkbox', ['j', 'ArrowDown']],
    ['radio', ['j']],
    ['text', []],
  ])('acts on the page also when the focus is on a field that takes no text: %s', async (type, heard) => {
    const pressed = vi.fn<(name: string) => void>();
    await renderUi(
      <>
        <Bound bindings={{ j: () => pressed('j'), ArrowDown: () => pressed('ArrowDown') }} />
        <input aria-label="Field" type={type} />
      </>,
    );
    for (const key of ['j', 'ArrowDown']) fireEvent.keyDown(screen.getByLabelText('Field'), { key });
    expect(pressed.mock.calls.flat()).toEqual(heard);
  });

  it('Escape closes the list of a field first, and then what the field is in', async () => {
    const close = vi.fn<() => void>();
    const { user } = await renderUi(
      <KeyLayer kind="drawer" shown onEscape={close}>
        <Select aria-label="Market" searchable data={['Egypt', 'Indonesia']} />
      </KeyLayer>,
    );
    const field = screen.getByRole('combobox', { name: 'Market' });
    await user.click(field);
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
    expect(close).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('the keys in an approval', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
    server.on('GET', '/v1/admin/approvals', () => server.page([pendingGrant]));
    server.on('GET', '/v1/admin/approvals/:id', () => json(pendingGrant));
    server.on('GET', '/v1/admin/admins', () => server.page([]));
    server.on('GET', '/v1/admin/roles', () => server.page([]));
    server.on('GET', '/v1/admin/schedules', () => server.page([]));
    server.on('POST', '/v1/admin/approvals/:id/approve', () => dryRunReply());
  });
  const approve = () => screen.queryByRole('dialog', { name: /^Approve/ });

  it.each([
    ['g a', '/admins'],
    ['g r', '/roles'],
    ['g c', '/calendar'],
  ])('%s leads to another page and decides nothing', async (keys, path) => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard(keys.replace(' ', ''));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(screen.queryByRole('dialog', { name: /^(?:Approve|Reject|Withdraw)/ })).toBeNull();
  });

  it('a key alone opens what it stands for, and what is open has the keys to itself', async () => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.click(approve() ?? document.body);
    await user.keyboard('gar');
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
    expect(screen.queryByRole('dialog', { name: /^Reject/ })).toBeNull();
  });

  it('a note that is typed right after the key is a note, also while the preview is on its way', async () => {
    server.on('POST', '/v1/admin/approvals/:id/approve', neverResponds);
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('aok for me');
    const dialog = await screen.findByRole('dialog', { name: /^Approve/ });
    const note = await within(dialog).findByRole('textbox', { name: 'Note (optional)' });
    await waitFor(() => expect(note).toHaveProperty('value', 'ok for me'));
    expect(document.activeElement).toBe(note);
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
    expect(screen.queryByRole('dialog', { name: /^Reject/ })).toBeNull();
  });

  it('what is still being typed when a dialog closes does nothing to the page below', async () => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    const close = within(await screen.findByRole('dialog', { name: /^Approve/ })).getByRole('button', {
      name: 'Close',
    });
    close.focus();
    await user.keyboard(' for garage');
    await waitFor(() => expect(approve()).toBeNull());
    expect(screen.queryByRole('dialog', { name: /^Reject/ })).toBeNull();
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
    // Once the operator has stopped typing, a letter is a key again.
    const later = Date.now() + 1000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: /^Reject/ });
  });

  it('a letter counts at once after a dialog into which nothing was typed', async () => {
    const { user } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(approve()).toBeNull());
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: /^Reject/ });
  });

  it('Escape closes what lies on top, and the drawer below it only when it is pressed again', async () => {
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(approve()).toBeNull());
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/approvals'));
  });

  it('the second key of a pair that leads nowhere is not taken for a decision', async () => {
    // Who may not see the admins has no g a.
    server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, permissions: ['wallet:adjust'] }));
    const { user, router } = await openPanel(`/approvals/${id}`);
    await screen.findByRole('button', { name: /^Approve/ });
    // The dialog is loaded by now, so that it would come at once.
    await user.keyboard('a');
    await waitFor(() => expect(approve()).not.toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(approve()).toBeNull());
    await user.keyboard('ga');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(approve()).toBeNull();
    expect(router.state.location.pathname).toBe(`/approvals/${id}`);
  });
});
