import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { change } from '../api/change.ts';
import { attemptAt, beginAttempt, forgetAttempt } from '../app/review/attempts.ts';
import { storeUpload } from '../screens/media/stored-uploads.ts';
import { claimDrafts, clearDrafts, hasDrafts, isText, useDraft } from './draft.ts';
import { setPreferences } from './preferences.ts';

function Field() {
  const [text = '', setText] = useDraft('note', isText);
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.currentTarget.value || undefined)} />;
}

const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

it('What is typed is shown while the store is full, and is cleared as ever', async () => {
  const { user } = await renderUi(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>('Note');
  await user.type(field, 'a');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
  await user.type(field, 'bc');
  expect(field.value).toBe('abc');
  expect(hasDrafts()).toBe(true);
  await user.clear(field);
  expect(field.value).toBe('');
  expect(hasDrafts()).toBe(false);
});

it('A change that was begun is known with its key while the store is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);
  const create = change('POST', '/v1/admin/series', { body: { title: 'Harbour', targetLanguages: ['en'] } });
  const begun = beginAttempt({ scope: 'a b', title: '', reason: '', change: create });
  expect(attemptAt('a b')).toEqual(begun);
  forgetAttempt(begun);
  expect(attemptAt('a b')).toBeUndefined();
});

it.each(['setItem', 'getItem', 'removeItem', 'key'] as const)('A store whose %s fails stops nothing', (method) => {
  sessionStorage.setItem('cliffhanger.draft.note', '"a"');
  vi.spyOn(Storage.prototype, method).mockImplementation(full);
  claimDrafts(method);
  hasDrafts();
  clearDrafts();
  setPreferences({ density: 'dense' });
  storeUpload({
    ...{ key: 'a', assetId: 'a', name: 'ep_01.mp4', size: 1, label: '', target: {} },
    ...{ replaces: null, hasArrived: false, fault: null },
  });
});
