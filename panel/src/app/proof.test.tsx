import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../test/fake-server.ts';
import { openPanel } from '../../test/render.tsx';

const sealed = {
  holds: true,
  head: { no: 12, hash: 'ab'.repeat(32), sealedAt: '2026-11-16T10:00:00.000Z' },
  notSealed: 3,
  brokenBlocks: [],
  checkedAt: '2026-11-16T10:00:00.000Z',
  allCheckedAt: null,
};

async function openAudit(proof: object) {
  const server = fakeServer();
  server.on('GET', '/v1/admin/admins', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log', () => server.page([]));
  server.on('GET', '/v1/admin/audit-log/proof', () => json(proof));
  return openPanel('/audit');
}

it('The audit log says that nothing was changed, and gives the fingerprint to keep', async () => {
  const { user } = await openAudit(sealed);
  await screen.findByText('No sealed entry has been changed.');
  await user.click(screen.getByRole('button', { name: 'Copy: Fingerprint of block 12' }));
  expect(await navigator.clipboard.readText()).toBe(sealed.head.hash);
});

it('The audit log says which blocks were changed behind its back', async () => {
  const foundAt = sealed.checkedAt;
  const brokenBlocks = [
    { no: 4, what: 'changed', foundAt },
    { no: 7, what: 'unlinked', foundAt },
  ];
  await openAudit({ ...sealed, holds: false, brokenBlocks });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Changed afterwards');
  expect(alert.textContent).toContain('Blocks that do not match: 4, 7');
  expect(screen.queryByText('No sealed entry has been changed.')).toBeNull();
});

it('The audit log says that nothing is sealed yet', async () => {
  await openAudit({ ...sealed, head: null });
  await screen.findByText('Entries are sealed every five minutes.');
});
