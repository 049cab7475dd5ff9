import { screen, waitFor } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { ApiError } from '../../api/errors.ts';
import { setPreferences } from '../preferences.ts';
import { useFaults } from './faults.ts';

afterEach(() => setPreferences({ language: 'en' }));

const refusal = new ApiError('validation_failed', 400, {
  details: [{ path: 'title', message: 'must have at most 1200 characters', code: 'too_long', limit: 1200 }],
});

function Refused() {
  return <p>{useFaults().refusedIn({ title: true }, refusal).title}</p>;
}

it.each([
  ['en', 'At most 1,200 characters.'],
  ['ar', /^على الأكثر .*1,200.* حرفًا\.$/],
  ['id', 'Maksimal 1.200 karakter.'],
] as const)(
  'What the server refuses about a field is said in the language of the operator: %s',
  async (language, words) => {
    setPreferences({ language });
    await renderUi(<Refused />);
    await waitFor(() => screen.getByText(words));
  },
);
