import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StreamVideo } from './stream-video.tsx';

it('A new link to the same video does not restart it, and another video is loaded', () => {
  const shown = render(<StreamVideo key="v1" src="/media/videos/v1/100/a/file.mp4" aria-label="Video" />);
  const source = () => screen.getByLabelText('Video').getAttribute('src');
  shown.rerender(<StreamVideo key="v1" src="/media/videos/v1/200/b/file.mp4" aria-label="Video" />);
  expect(source()).toBe('/media/videos/v1/100/a/file.mp4');
  shown.rerender(<StreamVideo key="v2" src="/media/videos/v2/200/c/file.mp4" aria-label="Video" />);
  expect(source()).toBe('/media/videos/v2/200/c/file.mp4');
});
