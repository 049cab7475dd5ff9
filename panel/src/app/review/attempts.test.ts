import { expect, it, vi } from 'vitest';
import { change } from '../../api/change.ts';
import { attemptAt, beginAttempt, scopeOf } from './attempts.ts';

const adminId = '01930000-0000-7000-8000-0000000000aa';

function grantTo(userId: string) {
  const body = { amount: 40, direction: 'grant', reason: 'apology_late' } as const;
  const grant = change('POST', '/v1/admin/users/{id}/wallet/adjust', { path: { id: userId }, body });
  return { scope: scopeOf(adminId, grant), title: 'Give 40 coins', reason: '', change: grant };
}

const ours = grantTo('01930000-0000-7000-8000-000000000001');
const theirs = grantTo('01930000-0000-7000-8000-000000000002');

it('Two tabs that send at the same moment both keep their keys', () => {
  let isRacing = true;
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function store(this: Storage, name, value) {
    if (isRacing) {
      isRacing = false;
      // The other tab writes after this one has read, and before it writes.
      beginAttempt(theirs);
    }
    setItem.call(this, name, value);
  });
  const { key } = beginAttempt(ours);
  expect(attemptAt(ours.scope)?.key).toBe(key);
  expect(attemptAt(theirs.scope)).toBeDefined();
});

it('An attempt that an earlier version of the panel has stored is still found', () => {
  const { key, ...rest } = beginAttempt(ours);
  localStorage.clear();
  localStorage.setItem('cliffhanger.attempts', JSON.stringify([{ ...rest, key }]));
  expect(attemptAt(ours.scope)?.key).toBe(key);
  expect(localStorage.getItem('cliffhanger.attempts')).toBeNull();
});

it('An entry that cannot be read hides no other, and an attempt of two days ago is removed with the next one', () => {
  const old = beginAttempt(theirs);
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000).toISOString();
  localStorage.setItem(`cliffhanger.attempt.${old.key}`, JSON.stringify({ ...old, at: twoDaysAgo }));
  localStorage.setItem('cliffhanger.attempt.broken', '{');
  localStorage.setItem('cliffhanger.attempts', '[');
  const { key } = beginAttempt(ours);
  expect(attemptAt(ours.scope)?.key).toBe(key);
  expect(localStorage.getItem(`cliffhanger.attempt.${old.key}`)).toBeNull();
});
