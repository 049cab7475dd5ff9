/**
 * Reads SubRip and WebVTT strictly, and writes WebVTT. Faults refer to lines. Lines are bounded and no pattern backtracks,
 * so that no file takes longer than others of its size.
 */

const maxLineLength = 2_000;
/** More than one per second for four hours. */
const maxCues = 20_000;

/** By code. `block` is NOTE, STYLE or REGION. */
const problems = {
  no_captions: 'there are no captions in the file',
  not_utf8: 'is not UTF-8',
  empty_file: 'the file is empty',
  not_text: 'contains characters that are not text',
  line_too_long: `is longer than ${maxLineLength} characters`,
  no_blank_before_first: 'there must be a blank line before the first cue',
  cue_in_block: 'a cue begins inside a',
  block_after_cue: 'this must come before the first cue:',
  bad_start: 'must be WEBVTT or the number of the first cue',
  no_number: 'must be the number of a cue',
  no_timing: 'must have a start and an end time',
  bad_timing: 'is not a timing',
  ends_early: 'ends before it begins',
  no_blank_between: 'there must be a blank line between cues',
  cue_limit: `there are more than ${maxCues} cues`,
  out_of_order: 'begins before the cue above it',
} as const;

export interface CaptionProblem {
  readonly line: number;
  readonly problem: string;
  readonly problemCode: string;
  readonly block?: string;
}

export type Captions = { readonly vtt: string } | CaptionProblem;

export interface Cue {
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly settings: string;
  readonly text: string;
}

interface Line {
  readonly text: string;
  readonly number: number;
}

class CaptionFault extends Error {
  readonly problem: CaptionProblem;

  constructor(problem: CaptionProblem) {
    super(problem.problem);
    this.problem = problem;
  }
}

const fault = (line: number, code: keyof typeof problems, block?: string): never => {
  const problem = block === undefined ? problems[code] : `${problems[code]} ${block}`;
  throw new CaptionFault({ line, problem, problemCode: code, ...(block !== undefined && { block }) });
};

export function readCaptions(bytes: Buffer): Captions {
  try {
    const lines = linesOf(bytes);
    const isVtt = /^WEBVTT(?:[ \t].*)?$/.test(lines[0]?.text ?? '');
    const { heads, cues } = isVtt ? readVtt(lines) : { heads: [], cues: readSrt(lines) };
    if (cues.length === 0) fault(1, 'no_captions');
    return { vtt: writeVtt(heads, cues) };
  } catch (error) {
    if (!(error instanceof CaptionFault)) throw error;
    return error.problem;
  }
}

function linesOf(bytes: Buffer): Line[] {
  const [first = 0, second = 0] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const text = isWide ? undefined : decoded(bytes);
  if (text === undefined) return fault(isWide ? 1 : firstBadLine(bytes), 'not_utf8');
  if (text.trim() === '') return fault(1, 'empty_file');
  const lines = text.split(/\r\n|\n|\r/).map((line, index) => ({ text: line, number: index + 1 }));
  const odd = lines.find((line) => line.text.includes('\u0000'));
  if (odd) fault(odd.number, 'not_text');
  const long = lines.find((line) => line.text.length > maxLineLength);
  return long ? fault(long.number, 'line_too_long') : lines;
}

/** Ignores a byte order mark. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decoding replaces invalid bytes, so that encoding the text again shows the first one. */
function firstBadLine(bytes: Buffer): number {
  const valid = Buffer.from(bytes.toString());
  const bad = bytes.findIndex((byte, at) => byte !== valid[at]);
  return bytes.subarray(0, bad).filter((byte) => byte === 10).length + 1;
}

/** Lines between blank lines. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  let current: Line[] = [];
  for (const line of [...lines, { text: '', number: lines.length + 1 }]) {
    if (line.text.trim() !== '') current.push(line);
    else if (current.length > 0) {
      blocks.push(current);
      current = [];
    }
  }
  return blocks;
}

const arrow = '-->';
const head: Line = { text: '', number: 1 };

function readVtt(lines: readonly Line[]): { heads: string[]; cues: Cue[] } {
  const [header, ...blocks] = blocksOf(lines);
  const early = header?.find(({ text }) => text.includes(arrow));
  if (early) fault(early.number, 'no_blank_before_first');
  const heads: string[] = [];
  const cues: Cue[] = [];
  for (const block of blocks) {
    const [first = head] = block;
    const kind = /^(NOTE|STYLE|REGION)(?:[ \t]|$)/.exec(first.text)?.[1];
    if (kind === undefined) {
      cues.push(...checkedCue(readCue(block, vttTiming), cues, first.number));
      continue;
    }
    const stray = block.find(({ text }) => text.includes(arrow));
    if (stray) fault(stray.number, 'cue_in_block', kind);
    if (kind !== 'NOTE' && cues.length > 0) fault(first.number, 'block_after_cue', kind);
    if (kind !== 'NOTE') heads.push(block.map(({ text }) => text).join('\n'));
  }
  return { heads, cues };
}

function readSrt(lines: readonly Line[]): Cue[] {
  const cues: Cue[] = [];
  const blocks = blocksOf(lines);
  for (const block of blocks) {
    const [first = head] = block;
    if (!/^\s*\d{1,9}\s*$/.test(first.text)) {
      const isStart = block === blocks[0];
      fault(first.number, isStart ? 'bad_start' : 'no_number');
    }
    const cue = readCue(block, srtTiming);
    cues.push(...checkedCue({ ...cue, id: '', settings: '' }, cues, first.number));
  }
  return cues;
}

const vttTime = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const srtTime = String.raw`(\d{1,4}):([0-5]\d):([0-5]\d)[,.](\d{3})`;
const timing = (time: string): RegExp => new RegExp(String.raw`^\s*${time}[ \t]+-->[ \t]+${time}(\s.*)?$`, 's');
const vttTiming = timing(vttTime);
const srtTiming = timing(srtTime);

function readCue(lines: readonly Line[], shape: RegExp): Cue {
  const [first = head, second] = lines;
  const hasId = !first.text.includes(arrow);
  const timed = hasId ? second : first;
  if (!timed?.text.includes(arrow)) return fault((timed ?? first).number, 'no_timing');
  const parts = shape.exec(timed.text) ?? fault(timed.number, 'bad_timing');
  const [startMs, endMs] = [momentOf(parts.slice(1, 5)), momentOf(parts.slice(5, 9))];
  if (endMs <= startMs) fault(timed.number, 'ends_early');
  const spoken = lines.slice(hasId ? 2 : 1);
  const stray = spoken.find(({ text }) => text.includes(arrow));
  if (stray) fault(stray.number, 'no_blank_between');
  const text = spoken.map((line) => cleanText(line.text)).join('\n');
  return { id: hasId ? first.text.trim() : '', startMs, endMs, settings: cleanSettings(parts[9] ?? ''), text };
}

/** Cues must be in the order of their start; empty ones are omitted. */
function checkedCue(cue: Cue, cues: readonly Cue[], line: number): Cue[] {
  const before = cues.at(-1);
  if (cues.length >= maxCues) fault(line, 'cue_limit');
  if (before && cue.startMs < before.startMs) fault(line, 'out_of_order');
  return cue.text.trim() === '' ? [] : [cue];
}

function momentOf([hours = '0', minutes = '0', seconds = '0', millis = '0']: readonly (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(millis);
}

const knownTag = /^<\/?(?:b|i|u|c|v|lang|ruby|rt)(?:\.[\w-]+)*(?:[ \t][^<>&]*)?>$/;
const knownTime = /^<(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}>$/;

/** Removes tags unknown to WebVTT, which a player may interpret as HTML. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\{\\[^{}]*\}/g, '')
    .replaceAll(/<[^<>]*>?/g, (tag) =>
      knownTag.test(tag) || knownTime.test(tag) ? tag : tag.endsWith('>') ? '' : `&lt;${tag.slice(1)}`,
    )
    .replaceAll(/&(?!(?:amp|lt|gt|lrm|rlm|nbsp|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&amp;');
}

const cleanSettings = (text: string): string =>
  text
    .split(/[ \t]+/)
    .filter((part) => /^(?:vertical|line|position|size|align|region):[\w.,%-]+$/.test(part))
    .join(' ');

function writeMoment(ms: number): string {
  const pad = (value: number, width = 2): string => String(Math.floor(value)).padStart(width, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

function writeVtt(heads: readonly string[], cues: readonly Cue[]): string {
  const blocks = cues.map(({ id, startMs, endMs, settings, text }) => {
    const timed = `${writeMoment(startMs)} ${arrow} ${writeMoment(endMs)}${settings && ` ${settings}`}`;
    return `${id && `${id}\n`}${timed}\n${text}`;
  });
  return `${['WEBVTT', ...heads, ...blocks].join('\n\n')}\n`;
}
