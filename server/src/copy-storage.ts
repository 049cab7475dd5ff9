import { join } from 'node:path';
import { ConfigFault, readConfig } from './config.ts';
import { copyStorage } from './gateways/files/copy-storage.ts';
import { openDisk } from './gateways/files/disk.ts';
import { openStorage } from './gateways/files/open-storage.ts';

/** `npm run storage:copy`: copies the media files of `DATA_DIR` to the bucket of `STORAGE_URL`. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

try {
  const { storage: bucket, dataDir } = readConfig();
  if (!bucket) throw new ConfigFault('STORAGE_URL is required: it names the bucket to copy to');
  const isDryRun = process.argv.includes('--dry-run');
  const folder = join(dataDir, 'media');
  await openStorage({ folder, bucket, disk: openDisk({ folder, reserveBytes: 0 }) }).check();
  const { copied, copiedBytes, unchanged, newer, removed } = await copyStorage({ folder, bucket, isDryRun, say });
  const verb = isDryRun ? 'would be ' : '';
  say(`${copied} objects ${verb}copied and verified (${megabytes(copiedBytes)}), ${unchanged} were there already`);
  if (newer > 0) say(`${newer} objects are newer than their files, and were kept`);
  if (removed > 0) say(`${removed} objects ${verb}removed, because their files are in the trash`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof ConfigFault)) process.stderr.write('Not all files were copied; run it again to continue.\n');
  process.exitCode = 1;
}
