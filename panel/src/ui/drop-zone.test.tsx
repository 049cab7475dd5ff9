import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { DropZone, isAccepted } from './drop-zone.tsx';

const file = (name: string, type: string) => new File(['x'], name, { type });

describe('a place to drop files on', () => {
  it('takes what fits and says of the rest that it does not', async () => {
    const taken: string[] = [];
    const onFiles = (files: File[]) => taken.push(...files.map(({ name }) => name));
    await renderUi(<DropZone label="Poster" accept="image/png,image/jpeg" multiple onFiles={onFiles} />);
    const zone = screen.getByRole('button', { name: 'Poster' });
    const files = [file('poster.png', 'image/png'), file('notes.txt', 'text/plain'), file('clip.mp4', 'video/mp4')];
    fireEvent.drop(zone, { dataTransfer: { files } });
    expect(taken).toEqual(['poster.png']);
    await screen.findByText('This file type is not accepted here: notes.txt and clip.mp4');
    fireEvent.drop(zone, { dataTransfer: { files: [file('hero.jpg', 'image/jpeg')] } });
    expect(taken).toEqual(['poster.png', 'hero.jpg']);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it.each([
    ['ep_01.MOV', '', 'video/mp4,.mov', true],
    ['picture.webp', 'image/webp', 'image/*', true],
    ['picture.webp', 'image/webp', 'image/png, .jpg', false],
  ])('%s of type “%s” in %s: %s', (name, type, accept, fits) => {
    expect(isAccepted({ name, type }, accept)).toBe(fits);
  });
});
