/**
 * The bytes of a QR code (ISO/IEC 18004): bytes mode, the lowest level of error correction, versions 1 to 10, which
 * holds 271 letters of an address.
 */
export interface Version {
  readonly number: number;
  readonly codewords: number;
  readonly blocks: number;
  readonly correctionPerBlock: number;
}

/** Codewords in all, blocks, and codewords of correction in each block, for versions 1 to 10. */
const versions: readonly Version[] = (
  [
    [26, 1, 7],
    [44, 1, 10],
    [70, 1, 15],
    [100, 1, 20],
    [134, 1, 26],
    [172, 2, 18],
    [196, 2, 20],
    [242, 2, 24],
    [292, 2, 30],
    [346, 4, 18],
  ] as const
).map(([codewords, blocks, correctionPerBlock], index) => ({
  number: index + 1,
  ...{ codewords, blocks, correctionPerBlock },
}));

const roomFor = ({ codewords, blocks, correctionPerBlock }: Version): number => codewords - blocks * correctionPerBlock;

/** Mode, length, bytes and a terminator take the length's own bytes and a half byte on either side. */
const lengthBytes = ({ number }: Version): number => (number < 10 ? 1 : 2);

export function versionFor(length: number): Version | undefined {
  return versions.find((version) => length + lengthBytes(version) + 1 <= roomFor(version));
}

const powers: number[] = [];
for (let value = 1; powers.length < 255; value = (value << 1) ^ (value > 127 ? 0x11d : 0)) powers.push(value);
const logs = new Map(powers.map((value, index) => [value, index]));

function times(a: number, b: number): number {
  const [first, second] = [logs.get(a), logs.get(b)];
  return first === undefined || second === undefined ? 0 : (powers[(first + second) % 255] ?? 0);
}

function generator(degree: number): number[] {
  let product = [1];
  for (let power = 0; power < degree; power++) {
    const root = powers[power] ?? 0;
    product = [...product, 0].map((factor, index) => factor ^ times(product[index - 1] ?? 0, root));
  }
  return product;
}

/** The remainder of the data, as Reed and Solomon have it. */
function correctionOf(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree).slice(1);
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, index) => value ^ times(divisor[index] ?? 0, factor));
  }
  return rest;
}

function dataOf(bytes: Uint8Array, version: Version): number[] {
  const length = bytes.length.toString(2).padStart(lengthBytes(version) * 8, '0');
  const bits = `0100${length}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`;
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const filler = Array.from({ length: roomFor(version) - data.length }, (_, index) => (index % 2 === 0 ? 0xec : 0x11));
  return [...data, ...filler];
}

/** Takes one from each list in turn, until all are empty. */
function inTurn(lists: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

export function codewordsOf(bytes: Uint8Array, version: Version): number[] {
  const data = dataOf(bytes, version);
  const { blocks: count, correctionPerBlock } = version;
  const short = Math.floor(data.length / count);
  const shortBlocks = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - shortBlocks);
    return data.slice(start, start + short + (index >= shortBlocks ? 1 : 0));
  });
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => correctionOf(block, correctionPerBlock)))];
}
