import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What `npm test` runs once more after these files have failed. */
function repeated(...files: (string | undefined)[]): unknown {
  const results = files.map((file) => ({ file: file && `${root}${file}`, name: 'a test', status: 'failed' }));
  const program = `import { filesToRepeat } from ${JSON.stringify(`${root}scripts/repeated-files.mjs`)};
    console.log(JSON.stringify(filesToRepeat(${JSON.stringify(results)})))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return JSON.parse(output.replaceAll(root, ''));
}

it('A file that failed is run once more, but not one that tests races or faults', () => {
  const once = [
    'server/test/faults/stop.test.ts',
    'server/src/features/media/races.test.ts',
    'server/src/features/support/actions.test.ts',
  ];
  const again = ['server/src/features/media/files.test.ts', 'panel/e2e/users.test.ts'];
  expect(repeated(...once)).toEqual([]);
  expect(repeated(...again)).toEqual(again);
  expect(repeated('server/test/invariants/ledger-race.test.ts', ...again)).toEqual(again);
});

it('Nothing is run once more where many files failed, or something outside of them', () => {
  const failed = Array.from({ length: 6 }, (_, n) => `${n}.test.ts`);
  expect(repeated(...failed.slice(1))).toHaveLength(5);
  expect(repeated(...failed)).toEqual([]);
  expect(repeated('a.test.ts', undefined)).toEqual([]);
});
