import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { renderUi } from '../../test/render.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyComponent } from './lazy-component.tsx';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/dialog-1.js'));

function PageWith({ part: Part }: { part: ReturnType<typeof lazyComponent> }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <input aria-label="Typed" />
      {open && (
        <ErrorBoundary onClose={() => setOpen(false)}>
          <Part />
        </ErrorBoundary>
      )}
    </>
  );
}

describe('a part of the page that is not to be had', () => {
  it('says so and leaves the rest of the page as it is; it is there as soon as it can be had', async () => {
    fakeServer();
    let isThere = false;
    const part = lazyComponent(async () => (isThere ? () => <p>The dialog</p> : missing()));
    const { user } = await renderUi(<PageWith part={part} />);
    await screen.findByText(/A part of this page could not be loaded/);
    await user.type(screen.getByLabelText('Typed'), 'half a sentence');
    screen.getByRole('button', { name: 'Reload the page' });
    isThere = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('The dialog');
    expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('half a sentence');
  });

  it('can be closed', async () => {
    fakeServer();
    const { user } = await renderUi(<PageWith part={lazyComponent(missing)} />);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    screen.getByLabelText('Typed');
  });

  it('is told to the server’s log, as is a part that breaks', async () => {
    const server = fakeServer();
    const broken = lazyComponent(async () => () => {
      throw new RangeError('too far');
    });
    await renderUi(<PageWith part={broken} />);
    await screen.findByText(/Something went wrong on this page/);
    await waitFor(() => expect(server.changes('/v1/admin/client-errors')).toHaveLength(1));
    expect(server.changes()[0]?.body).toMatchObject({ name: 'RangeError', message: 'too far', path: '/' });
  });
});
