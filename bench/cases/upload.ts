import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchService, dataDir } from '../environment.ts';
import { residentBytes } from '../memory.ts';
import { root, startBareUpload } from '../processes.ts';
import { compare, type Result, type Sample } from '../rounds.ts';

const sizeBytes = 1_000_000_000;

async function curl(url: string, file: string, headers: readonly string[]): Promise<Sample> {
  const began = performance.now();
  const given = headers.flatMap((header) => ['-H', header]);
  const args = ['-sS', '--fail', '-o', '/dev/null', '-X', 'PATCH', '-H', 'Expect:', ...given, '-T', file, url];
  const child = spawn('curl', args, { stdio: 'inherit' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`curl ended with ${child.exitCode}`);
  const ms = performance.now() - began;
  return { perSecond: 1000 / ms, p99Ms: ms };
}

async function beginUpload(service: BenchService, token: string): Promise<{ uploadUrl: string; providerId: string }> {
  const body = JSON.stringify({ kind: 'video', sizeBytes, meta: { sourceFileName: 'bench.mp4' } });
  const text = await service.post('/v1/admin/media/uploads/direct', token, body);
  const found = (name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';
  return { uploadUrl: found('uploadUrl'), providerId: found('providerId') };
}

async function uploadOnce(service: BenchService, token: string, file: string): Promise<Sample> {
  const { uploadUrl, providerId } = await beginUpload(service, token);
  const headers = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'];
  const sample = await curl(uploadUrl, file, headers);
  await rm(join(root, dataDir, 'media', 'videos', providerId), {
    recursive: true,
    force: true,
    maxRetries: 20,
    retryDelay: 100,
  });
  return sample;
}

async function withFile<T>(work: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(root, '.data', 'bench-upload-'));
  const path = join(folder, 'gigabyte');
  const file = await open(path, 'w');
  await file.truncate(sizeBytes);
  await file.close();
  try {
    return await work(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A gigabyte by tus beside the same bytes to a bare server that writes them to a file. */
export async function upload(service: BenchService): Promise<Result> {
  const [token] = service.adminTokens;
  return withFile(async (file, folder) => {
    const bare = await startBareUpload(join(folder, 'bare'));
    try {
      return await compare(
        () => uploadOnce(service, token, file),
        () => curl(`http://127.0.0.1:${bare.port}/`, file, []),
      );
    } finally {
      await bare.stop();
    }
  });
}

const megabyte = 1_000_000;
const sampleMs = 100;

/** How many megabytes the service grows at most while it takes a gigabyte in. */
export async function uploadMemory(service: BenchService): Promise<Result> {
  const [token] = service.adminTokens;
  return withFile(async (file) => {
    await uploadOnce(service, token, file);
    const before = await residentBytes(service.port);
    let most = before;
    const look = setInterval(() => {
      void residentBytes(service.port).then((now) => {
        most = Math.max(most, now);
      });
    }, sampleMs);
    const { p99Ms } = await uploadOnce(service, token, file).finally(() => clearInterval(look));
    return { ratio: (most - before) / megabyte, p99Ms, rounds: 1 };
  });
}
