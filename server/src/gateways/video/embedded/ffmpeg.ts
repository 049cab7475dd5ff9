import { execFile, spawnSync } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from './probe.ts';

/** What ffmpeg makes where the machine has one: pictures to choose from, and a stream that adapts to the network. */

export interface Ffmpeg {
  /** Candidates for a thumbnail, spread over the video. */
  pictures(source: string, probe: Probe, folder: string): Promise<{ file: string; timeS: number }[]>;
  /** Whether an HLS playlist was made. */
  hls(source: string, probe: Probe, folder: string): Promise<boolean>;
}

const moments = [0.1, 0.3, 0.5, 0.7, 0.9];
const pictureMs = 60_000;
const hlsMs = 6 * 3_600_000;
/** The reader is named and may open files alone: a playlist that is called a video reaches nothing else. */
const readers = { mp4: 'mov', mov: 'mov', webm: 'matroska' } as const;

/** The command of that name, if it is there and runs. */
export function findFfmpeg(command = 'ffmpeg'): Ffmpeg | undefined {
  const { status } = spawnSync(command, ['-version'], { stdio: 'ignore', timeout: 10_000 });
  return status === 0 ? ffmpegAt(command) : undefined;
}

function ffmpegAt(command: string): Ffmpeg {
  const run = (args: readonly string[], timeout: number): Promise<boolean> =>
    new Promise((resolve) => {
      const all = ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...args];
      execFile(command, all, { timeout, maxBuffer: 1 << 20 }, (error) => resolve(error === null));
    });
  const input = (source: string, { format }: Probe): string[] => [
    ...['-protocol_whitelist', 'file', '-f', readers[format], '-i', source],
  ];
  return {
    async pictures(source, probe, folder) {
      const made: { file: string; timeS: number }[] = [];
      for (const [place, share] of moments.entries()) {
        const timeS = Number((probe.durationS * share).toFixed(3));
        const file = `thumb_${place + 1}.jpg`;
        const picture = ['-frames:v', '1', '-vf', "scale='min(1280,iw)':-2", '-q:v', '3', join(folder, file)];
        if (await run(['-ss', String(timeS), ...input(source, probe), ...picture], pictureMs)) {
          made.push({ file, timeS });
        }
      }
      return made;
    },
    async hls(source, probe, folder) {
      const [draft, whole] = [join(folder, 'hls.draft'), join(folder, 'hls')];
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true });
      const codecs = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
      const cut = ['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'];
      const names = ['-hls_segment_filename', join(draft, 'seg_%05d.ts'), join(draft, 'index.m3u8')];
      const done = await run([...input(source, probe), ...codecs, ...cut, ...names], hlsMs);
      await rm(whole, { recursive: true, force: true });
      if (done) await rename(draft, whole);
      else await rm(draft, { recursive: true, force: true });
      return done;
    },
  };
}
