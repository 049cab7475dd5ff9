/**
 * Validates the sample tables of MP4 and QuickTime files. A damaged table, with more entries than its box or more samples
 * than the file has bytes, would keep the parser busy without end.
 */

/** Boxes that contain tables. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
const deepest = 8;

/** Size of an entry, and offset of the first. */
const tables: Readonly<Record<string, { readonly entry: number; readonly at: number }>> = {
  stts: { entry: 8, at: 8 },
  ctts: { entry: 8, at: 8 },
  stsc: { entry: 12, at: 8 },
  stss: { entry: 4, at: 8 },
  stco: { entry: 4, at: 8 },
  co64: { entry: 8, at: 8 },
};

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** `maxSamples` is the size of the file. */
export function areTablesValid(bytes: Buffer, maxSamples: number, depth = 0): boolean {
  const boxes = boxesIn(bytes);
  if (!boxes || depth > deepest) return false;
  return boxes.every(({ type, content }) => {
    if (containers.has(type)) {
      return areTablesValid(content, maxSamples, depth + 1) && (type !== 'stbl' || areChunksSound(content));
    }
    return isTableSound(type, content, maxSamples);
  });
}

function boxesIn(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > bytes.length) return undefined;
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (length < head || at + length > bytes.length) return undefined;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + head, at + length) });
    at += length;
  }
  return boxes;
}

const numberAt = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Infinity);

function isTableSound(type: string, content: Buffer, maxSamples: number): boolean {
  if (type === 'trun') return numberAt(content, 4) <= maxSamples;
  if (type === 'stsz') {
    const [each, count] = [numberAt(content, 4), numberAt(content, 8)];
    return count <= maxSamples && (each !== 0 || 12 + count * 4 <= content.length);
  }
  const shape = tables[type];
  if (!shape) return true;
  const count = numberAt(content, 4);
  if (shape.at + count * shape.entry > content.length) return false;
  return type !== 'stts' && type !== 'ctts' ? true : sumOf(content, count, shape.entry) <= maxSamples;
}

/** Number of samples in a run-length table. */
function sumOf(content: Buffer, count: number, entry: number): number {
  let sum = 0;
  for (let place = 0; place < count; place++) sum += numberAt(content, 8 + place * entry);
  return sum;
}

/** Whether the chunks contain as many samples as there are sample sizes. */
function areChunksSound(stbl: Buffer): boolean {
  const boxes = new Map((boxesIn(stbl) ?? []).map(({ type, content }) => [type, content]));
  const [runs, sizes] = [boxes.get('stsc'), boxes.get('stsz')];
  const offsets = boxes.get('stco') ?? boxes.get('co64');
  if (!runs || !sizes || !offsets) return true;
  const chunks = numberAt(offsets, 4);
  const count = numberAt(runs, 4);
  let samples = 0;
  for (let place = 0; place < count; place++) {
    const at = 8 + place * 12;
    const first = numberAt(runs, at);
    const next = place + 1 < count ? numberAt(runs, at + 12) : chunks + 1;
    if (first < 1 || next <= first || next > chunks + 1) return false;
    samples += (next - first) * numberAt(runs, at + 4);
  }
  return samples === numberAt(sizes, 8);
}
