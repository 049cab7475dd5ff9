import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cwd = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds what the tests start, where it is not built yet. */
export default async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--for-tests'], { cwd });
}
