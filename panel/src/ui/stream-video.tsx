import { type ComponentPropsWithRef, useEffect, useMemo, useRef, useState } from 'react';

const playlistType = 'application/vnd.apple.mpegurl';
const isPlaylist = (src: string): boolean => new URL(src, window.location.origin).pathname.endsWith('.m3u8');

interface StreamVideoProps extends ComponentPropsWithRef<'video'> {
  readonly src: string;
}

/**
 * A video that also plays HLS in browsers that cannot do so themselves. The library is only loaded there. The first `src` is
 * kept, because links expire and a new link to the same video would restart it: another video needs another `key`.
 */
export function StreamVideo({ src: link, ref, ...props }: StreamVideoProps) {
  const [src] = useState(link);
  const video = useRef<HTMLVideoElement>(null);
  const needsLibrary = useMemo(
    () => isPlaylist(src) && document.createElement('video').canPlayType(playlistType) === '',
    [src],
  );
  useEffect(() => {
    if (!needsLibrary) return undefined;
    const leaving = new AbortController();
    void import('hls.js/light').then(({ default: Hls }) => {
      if (leaving.signal.aborted || !video.current) return;
      // A worker would need a script of its own, which the content security policy forbids.
      const hls = new Hls({ enableWorker: false });
      hls.loadSource(src);
      hls.attachMedia(video.current);
      leaving.signal.addEventListener('abort', () => hls.destroy());
    });
    return () => leaving.abort();
  }, [src, needsLibrary]);
  const setVideo = (element: HTMLVideoElement | null) => {
    video.current = element;
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
    return undefined;
  };
  return <video ref={setVideo} {...(!needsLibrary && { src })} {...props} />;
}
