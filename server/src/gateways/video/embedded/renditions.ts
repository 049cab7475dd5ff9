/** The sizes of a stream: the original up to 1080p, and smaller ones for slow networks. */

export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly kbits: number;
}

const steps = [
  { side: 1080, kbits: 5_000 },
  { side: 720, kbits: 2_800 },
  { side: 360, kbits: 800 },
] as const;
const [largest] = steps;

/** Maximum ratio between the original and the next smaller size. */
const worthwhile = 0.75;

/** Encoders require even sizes. */
const even = (length: number): number => Math.max(2, Math.floor((length + 0.5) / 2) * 2);

export function renditionsOf({ width, height }: { readonly width: number; readonly height: number }): Rendition[] {
  const short = Math.min(width, height);
  const top = Math.min(short, largest.side);
  const atTop = steps.findLast(({ side }) => side >= top) ?? largest;
  const below = steps.filter(({ side }) => side <= top * worthwhile);
  return [{ side: top, kbits: atTop.kbits }, ...below].map(({ side, kbits }) => ({
    width: even((width * side) / short),
    height: even((height * side) / short),
    kbits,
  }));
}
