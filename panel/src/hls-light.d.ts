/** The package has no types for its build without DRM, subtitles and alternate audio. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
