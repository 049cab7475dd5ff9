/** The larger a share, the stronger; faint enough for the number on it to be read. */
export const shadeOf = (share: number): string =>
  `color-mix(in srgb, var(--accent) ${Math.round(Math.min(1, Math.max(0, share)) * 40)}%, var(--bg-raised))`;
