import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { setPreferences } from '../ui/preferences.ts';
import { ApiError } from './errors.ts';
import { ErrorNote } from './show-error.tsx';

afterEach(() => setPreferences({ language: 'en' }));

it.each([
  { language: 'en', between: ' and ' },
  { language: 'ar', between: ' و' },
] as const)('What is listed in an error is joined as the language does: $language', async ({ language, between }) => {
  setPreferences({ language });
  await renderUi(<ErrorNote error={new ApiError('field_locked', 400, { fields: ['slug', 'title'] })} />);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(`slug${between}title`));
});
