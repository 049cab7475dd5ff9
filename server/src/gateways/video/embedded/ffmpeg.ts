import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Bounds, type CommandResult, findCommand, runWithin } from '../../processes/command.ts';
import type { Probe } from './probed.ts';
import { renditionsOf } from './renditions.ts';

/** Creates thumbnails and an HLS stream with ffmpeg, if it is installed. */

export interface Source {
  readonly path: string;
  readonly probe: Probe;
  /** Output folder. */
  readonly folder: string;
}

export interface Picture {
  readonly file: string;
  readonly timeS: number;
}

export interface HlsResult {
  /** `unreadable` if much of the video cannot be decoded, `failed` for any other reason. */
  readonly outcome: 'made' | 'unreadable' | 'failed';
  readonly stderr: string;
}

export interface Ffmpeg {
  /** Candidates for the thumbnail. */
  readonly pictures: (source: Source, signal: AbortSignal) => Promise<Picture[]>;
  /** An HLS stream in the sizes of its renditions. */
  readonly hls: (source: Source, signal: AbortSignal) => Promise<HlsResult>;
}

const moments = [0.1, 0.3, 0.5, 0.7, 0.9];
const widestPicture = 1280;
const pictureMs = 60_000;
const hlsMs = 6 * 3_600_000;
/** 8K, whatever a header claims. */
const maxPixels = 7680 * 4320;
/** Beyond this share of frames that cannot be decoded, ffmpeg ends with the code below. */
const maxErrors = 0.1;
const tooManyErrors = 69;
/** The demuxer is fixed and may only open files, so that a playlist disguised as a video has no access. */
const readers = { mp4: 'mov', mov: 'mov', webm: 'matroska' } as const;

/** Undefined unless the command exists and runs. */
export function findFfmpeg(name = 'ffmpeg'): Ffmpeg | undefined {
  const command = findCommand(name);
  if (command === undefined) return undefined;
  const { status } = spawnSync(command, ['-version'], { stdio: 'ignore', timeout: 10_000 });
  return status === 0 ? ffmpegAt(command) : undefined;
}

function ffmpegAt(command: string): Ffmpeg {
  const run = (args: readonly string[], bounds: Bounds): Promise<CommandResult> =>
    runWithin(command, ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...args], bounds);
  return {
    async pictures(source, signal) {
      const pictures: Picture[] = [];
      for (const [place, share] of moments.entries()) {
        const timeS = Number((source.probe.durationS * share).toFixed(3));
        const file = `thumb_${place + 1}.jpg`;
        const args = ['-ss', String(timeS), ...inputOf(source), ...pictureOf(source), file];
        const { code } = await run(args, { folder: source.folder, maxMs: pictureMs, signal });
        signal.throwIfAborted();
        // After the last frame ffmpeg succeeds without a picture.
        if (code === 0 && (await isThere(join(source.folder, file)))) pictures.push({ file, timeS });
      }
      return pictures;
    },
    async hls(source, signal) {
      const { folder } = source;
      await removeDrafts(folder);
      const draft = join(folder, `hls.${randomBytes(6).toString('hex')}.draft`);
      await mkdir(draft);
      const args = ['-max_error_rate', String(maxErrors), ...inputOf(source), ...streamOf(source)];
      const { code, stderr } = await run(args, { folder: draft, maxMs: hlsMs, signal });
      if (code !== 0) {
        await rm(draft, { recursive: true, force: true });
        signal.throwIfAborted();
        return { outcome: code === tooManyErrors ? 'unreadable' : 'failed', stderr };
      }
      const whole = join(folder, 'hls');
      await rm(whole, { recursive: true, force: true });
      await rename(draft, whole);
      return { outcome: 'made', stderr };
    },
  };
}

/** Output names are relative to the working directory, because ffmpeg interprets special characters in paths. */
const inputOf = ({ path, probe }: Source): string[] => [
  ...['-max_pixels', String(maxPixels), '-protocol_whitelist', 'file', '-f', readers[probe.format]],
  ...['-i', `file:${resolve(path)}`],
];

/** Excludes cover images. */
const moving = '0:V:0';

function pictureOf({ probe: { width, height } }: Source): string[] {
  const wide = Math.min(widestPicture, width);
  const high = Math.max(1, Math.round((height * wide) / width));
  return ['-map', moving, '-frames:v', '1', '-vf', `scale=${wide}:${high},setsar=1`, '-q:v', '3', '-update', '1'];
}

function streamOf({ probe }: Source): string[] {
  const renditions = renditionsOf(probe);
  const each = renditions.flatMap(({ width, height, kbits }, place) => [
    ...['-map', moving, `-filter:v:${place}`, `scale=${width}:${height},setsar=1`],
    ...[`-maxrate:v:${place}`, `${kbits}k`, `-bufsize:v:${place}`, `${kbits * 2}k`],
    ...(probe.hasSound ? ['-map', '0:a:0'] : []),
  ]);
  const groups = renditions.map((_, place) => (probe.hasSound ? `v:${place},a:${place}` : `v:${place}`)).join(' ');
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-fpsmax', '60'];
  // Segments of all sizes are aligned, so that players can switch.
  const cuts = ['-force_key_frames', 'expr:gte(t,n_forced*4)', '-sc_threshold', '0', '-hls_time', '4'];
  const sound = ['-c:a', 'aac', '-ac', '2', '-b:a', '96k'];
  const names = ['-master_pl_name', 'index.m3u8', '-var_stream_map', groups, '-hls_segment_filename', 'v%v_%05d.ts'];
  const form = ['-f', 'hls', '-hls_playlist_type', 'vod', '-hls_flags', 'independent_segments'];
  return [...each, ...video, ...sound, ...cuts, ...form, ...names, 'v%v.m3u8'];
}

/** Drafts of killed processes. A process that still writes to one fails. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => /^hls\..*draft$/.test(name));
  for (const name of drafts) await rm(join(folder, name), { recursive: true, force: true });
}

async function isThere(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size > 0;
}
