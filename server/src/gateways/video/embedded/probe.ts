import { type FileHandle, open } from 'node:fs/promises';
import { CustomSource, Input, MP4, QTFF, WEBM } from 'mediabunny';
import type { Format, Probe, Probed } from './probed.ts';
import { areTablesValid } from './sample-tables.ts';

/** Reads the properties of a video from its content; file name and content type are ignored. */

export async function probe(path: string): Promise<Probed> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const isWhole = await isComplete(file, size);
    if (isWhole === undefined) return { error: 'not_a_video' };
    if (!isWhole) return { error: 'truncated' };
    if (!(await hasSoundIndex(file, size))) return { error: 'unreadable' };
    return { probe: await read(file, size) };
  } catch (error) {
    if (error instanceof NotAVideo) return { error: 'not_a_video' };
    throw error;
  } finally {
    await file.close();
  }
}

class NotAVideo extends Error {}

async function read(file: FileHandle, size: number): Promise<Probe> {
  const source = new CustomSource({
    getSize: () => size,
    read: (start, end) => bytesAt(file, start, end - start),
  });
  const input = new Input({ formats: [MP4, QTFF, WEBM], source });
  try {
    return await describe(input);
  } catch (error) {
    throw new NotAVideo('it cannot be read', { cause: error });
  } finally {
    input.dispose();
  }
}

async function describe(input: Input): Promise<Probe> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('there is no picture in it');
  const format = await input.getFormat();
  const durationS = await input.computeDuration();
  const [width, height] = [Math.round(await track.getDisplayWidth()), Math.round(await track.getDisplayHeight())];
  const isSeen = [width, height].every((side) => side >= 1 && side <= longestSide);
  if (!(durationS > 0) || !isSeen) throw new Error('there is nothing to see in it');
  const formats = new Map<unknown, Format>([
    [MP4, 'mp4'],
    [QTFF, 'mov'],
    [WEBM, 'webm'],
  ]);
  const known = formats.get(format);
  if (!known) throw new Error('it is of another format');
  const hasSound = (await input.getPrimaryAudioTrack()) !== null;
  return { format: known, durationS, width, height, hasSound };
}

/** Whether the file is as long as its parts; undefined if it is neither MP4, QuickTime nor WebM. */
async function isComplete(file: FileHandle, size: number): Promise<boolean | undefined> {
  const head = await bytesAt(file, 0, 12);
  if (head.length < 12) return undefined;
  if (head.readUInt32BE(0) === ebmlMark) return elementsFill(file, size);
  return boxMarks.has(head.toString('latin1', 4, 8)) ? boxesFill(file, size) : undefined;
}

const ebmlMark = 0x1a45dfa3;
const boxMarks = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const maxParts = 100_000;
const longestSide = 65_535;
/** Five times the index of four hours at sixty frames per second. */
const maxIndexBytes = 128 * 1024 * 1024;

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

/** MP4 and QuickTime files are a sequence of boxes with their lengths. Ends at an invalid length. */
async function* boxesOf(file: FileHandle, size: number): AsyncGenerator<Box> {
  for (let part = 0, start = 0; start < size && part < maxParts; part++) {
    const head = await bytesAt(file, start, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - start : short;
    if (length < 8) return;
    yield { type: head.toString('latin1', 4, 8), start, length };
    start += length;
  }
}

async function boxesFill(file: FileHandle, size: number): Promise<boolean> {
  let position = 0;
  let hasIndex = false;
  for await (const { type, start, length } of boxesOf(file, size)) {
    if (type === 'moov') hasIndex = true;
    position = start + length;
  }
  return hasIndex && position === size;
}

/** Checked before the parser reads the index: a damaged size can keep the parser busy without end. */
async function hasSoundIndex(file: FileHandle, size: number): Promise<boolean> {
  if ((await bytesAt(file, 0, 4)).readUInt32BE(0) === ebmlMark) return hasSoundElements(file, size);
  for await (const { type, start, length } of boxesOf(file, size)) {
    if (type !== 'moov' && type !== 'moof') continue;
    if (length > maxIndexBytes || !areTablesValid(await bytesAt(file, start, length), size)) return false;
  }
  return true;
}

/** WebM files are a header and a segment, whose length is unknown in live recordings. */
async function elementsFill(file: FileHandle, size: number): Promise<boolean> {
  let position = 0;
  for (let part = 0; position < size && part < maxParts; part++) {
    const head = await bytesAt(file, position, 12);
    const idLength = Math.clz32(head[0] ?? 0) - 23;
    const length = sizeAt(head, idLength);
    if (length === undefined) return false;
    if (length.isUnknown) return true;
    position += idLength + length.bytes + length.value;
  }
  return position === size;
}

const segmentId = 0x18538067;
const clusterId = 0x1f43b675;
/** Children of a segment: SeekHead, Info, Cluster, Tracks, Cues, Attachments, Chapters, Tags and Void. */
const topIds = new Set([
  ...[0x114d9b74, 0x1549a966, clusterId, 0x1654ae6b, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367, 0xec],
  ...[ebmlMark, segmentId],
]);

/**
 * Whether each child of the segment has a valid id and size, and the last one an id known to the parser, which otherwise
 * searches for the next known id without end. The children of clusters of unknown size, as in live recordings, are treated
 * as children of the segment.
 */
async function hasSoundElements(file: FileHandle, size: number): Promise<boolean> {
  let position = 0;
  let isKnown = true;
  let isInCluster = false;
  for (let part = 0; position < size && part < maxParts; part++) {
    const head = await bytesAt(file, position, 12);
    const idLength = Math.clz32(head[0] ?? 0) - 23;
    if (idLength > 4) return false;
    const length = sizeAt(head, idLength);
    if (length === undefined) return false;
    const id = head.readUIntBE(0, idLength);
    const isEntered = id === segmentId || (id === clusterId && length.isUnknown);
    if (length.isUnknown && !isEntered) return false;
    if (topIds.has(id)) isInCluster = id === clusterId && length.isUnknown;
    isKnown = isInCluster || topIds.has(id);
    position += idLength + length.bytes + (isEntered ? 0 : length.value);
  }
  return isKnown;
}

function sizeAt(head: Buffer, at: number): { bytes: number; value: number; isUnknown: boolean } | undefined {
  const first = head[at];
  if (first === undefined || first === 0) return undefined;
  const bytes = Math.clz32(first) - 23;
  if (at + bytes > head.length) return undefined;
  const rest = [...head.subarray(at + 1, at + bytes)];
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first & (0xff >> bytes));
  const isUnknown = (first | ((0xff << (8 - bytes)) & 0xff)) === 0xff && rest.every((byte) => byte === 0xff);
  return { bytes, value, isUnknown };
}
