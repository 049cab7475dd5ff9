import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { firstOutput } from '../harness/processes.ts';

const run = (program: string) => spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });

it('A process that says where it listens is heard, and one that dies before is not waited for', async () => {
  expect(await firstOutput(run('console.log("http://127.0.0.1:4000")'))).toBe('http://127.0.0.1:4000');
  await expect(firstOutput(run('process.exitCode = 3'))).rejects.toThrow('the process ended with 3');
});
