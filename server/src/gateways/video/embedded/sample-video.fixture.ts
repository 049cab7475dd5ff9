import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterFile } from '../../../../test/harness/close-after-file.ts';

/** Films made by the real ffmpeg, and its opinion about ours. */

export function runFfmpeg(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('close', (code) => resolve({ code, stderr }));
  });
}

export interface SampleVideo {
  readonly size: string;
  readonly seconds: number;
  readonly format: 'mp4' | 'webm' | 'mov';
  readonly sound?: boolean;
  /** Played so many times over. */
  readonly times?: number;
  /** Said of the stream of pictures, such as how it is turned. */
  readonly marks?: readonly string[];
}

export function createSampleVideos() {
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-film-'));
  closeAfterFile(() => rmSync(folder, { recursive: true, force: true }));
  return async ({ size, seconds, format, sound = true, times = 1, marks = [] }: SampleVideo): Promise<Buffer> => {
    const [once, whole] = [join(folder, `once.${format}`), join(folder, `whole.${format}`)];
    const codecs = format === 'webm' ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : ['-c:v', 'libx264'];
    const audio = sound ? ['-f', 'lavfi', '-i', 'sine=frequency=440'] : [];
    const seen = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25`];
    const result = await runFfmpeg([
      ...[...seen, ...audio, '-t', String(seconds), ...codecs, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', once],
    ]);
    const repeated = await runFfmpeg([
      ...['-stream_loop', String(times - 1), '-i', once, '-c', 'copy', ...marks, whole],
    ]);
    if (result.code !== 0 || repeated.code !== 0)
      throw new Error(`no video was made: ${result.stderr}${repeated.stderr}`);
    return readFileSync(whole);
  };
}

/** The video with noise in the place of its pictures, from some share of them on. */
export function corrupt(video: Buffer, from: number): Buffer {
  const spoilt = Buffer.from(video);
  const at = spoilt.indexOf('mdat', 0, 'latin1');
  const end = at - 4 + spoilt.readUInt32BE(at - 4);
  let noise = 1;
  for (let place = at + 4 + Math.floor((end - at - 4) * from); place < end; place++) {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    spoilt[place] = noise >> 16;
  }
  return spoilt;
}
