import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** On Linux, makes the kernel kill this process first when memory runs out, not the service or its database. */
export async function preferOomKill(pid: number | undefined): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, '800').catch(() => {});
}

/** The processor time of a process in milliseconds, on Linux; undefined elsewhere. */
export async function processorMs(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the parenthesis may contain spaces.
  const [, , , , , , , , , , , user, system] = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
  const ticks = Number(user) + Number(system);
  return Number.isNaN(ticks) ? undefined : ticks * msPerTick;
}

/** Linux reports 100 ticks per second. */
const msPerTick = 10;

const run = promisify(execFile);

/** The resident memory of a process; 0 if unknown. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (status !== '') return Number(kilobytes ?? 0) * 1024;
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return Number(stdout.trim()) * 1024;
}
