import { codewordsOf, versionFor } from './codewords.ts';

/** Dark or light; not yet decided while the code is being laid out. */
type Grid = (boolean | undefined)[][];

const put = (grid: Grid, x: number, y: number, dark: boolean): void => {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
};

/** Rings around a middle: three of them make a corner mark with its margin, two a small mark. */
function rings(grid: Grid, x: number, y: number, radius: number, isDark: (distance: number) => boolean): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      put(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

function smallMarks(version: number, size: number): number[] {
  if (version === 1) return [];
  return version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
}

function marks(grid: Grid, version: number): void {
  const size = grid.length;
  for (let at = 8; at < size - 8; at++) {
    put(grid, at, 6, at % 2 === 0);
    put(grid, 6, at, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(grid, x, y, 4, (far) => far < 4 && far !== 2);
  const places = smallMarks(version, size);
  const last = size - 7;
  for (const x of places) {
    for (const y of places) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!isCorner) rings(grid, x, y, 2, (far) => far !== 1);
    }
  }
}

/** A number with the remainder that lets a reader repair it. */
function repairable(value: number, divisor: number): number {
  const length = 31 - Math.clz32(divisor);
  let rest = value << length;
  while (rest >> length) rest ^= divisor << (Math.clz32(divisor) - Math.clz32(rest));
  return (value << length) | rest;
}

const bit = (value: number, at: number): boolean => ((value >> at) & 1) === 1;

/** Says that correction is low and that the first mask is used. */
function format(grid: Grid): void {
  const size = grid.length;
  const value = repairable(0b01000, 0b10100110111) ^ 0b101010000010010;
  for (let at = 0; at < 15; at++) {
    const besideCorner = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    put(grid, 8, besideCorner, bit(value, at));
    const along = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    put(grid, along, 8, bit(value, at));
  }
  put(grid, 8, size - 8, true);
}

function versionMarks(grid: Grid, version: number): void {
  if (version < 7) return;
  const value = repairable(version, 0b1111100100101);
  for (let at = 0; at < 18; at++) {
    const [near, far] = [Math.floor(at / 3), grid.length - 11 + (at % 3)];
    put(grid, far, near, bit(value, at));
    put(grid, near, far, bit(value, at));
  }
}

/** Two columns at a time from the right, up and down in turn; the column of the dotted line is left out. */
function inReadingOrder(size: number): (readonly [number, number])[] {
  const pairs = Array.from({ length: (size - 1) / 2 }, (_, index) => size - 1 - 2 * index);
  return pairs.flatMap((column, turn) => {
    const right = column <= 6 ? column - 1 : column;
    return Array.from({ length: size }, (_, step) => (turn % 2 === 0 ? size - 1 - step : step)).flatMap(
      (y) =>
        [
          [right, y],
          [right - 1, y],
        ] as const,
    );
  });
}

/** The squares of a QR code, row by row, true where dark; undefined when the text is too long for one. */
export function qrMatrix(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (!version) return undefined;
  const size = version.number * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  marks(grid, version.number);
  format(grid);
  versionMarks(grid, version.number);
  const bits = codewordsOf(bytes, version).flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => bit(byte, at)));
  const free = inReadingOrder(size).filter(([x, y]) => grid[y]?.[x] === undefined);
  for (const [index, [x, y]] of free.entries()) put(grid, x, y, (bits[index] ?? false) !== ((x + y) % 2 === 0));
  return grid.map((row) => row.map((dark) => dark === true));
}
