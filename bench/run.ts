import { me } from './cases/me.ts';
import { seriesList } from './cases/series-list.ts';
import { userList } from './cases/user-list.ts';
import { deepWallet, wallet } from './cases/wallet.ts';
import { type BenchName, goals } from './goals.ts';
import type { Result } from './rounds.ts';
import { openStage, type Stage } from './stage.ts';

/** `npm run bench [-- name] [--json] [--full]`: each ratio beside its goal, measured in this very run. */

const cases: Record<BenchName, (stage: Stage) => Promise<Result>> = {
  me,
  wallet,
  'deep-wallet': deepWallet,
  'user-list': userList,
  'series-list': seriesList,
};

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isKnown = (name: string): name is BenchName => Object.hasOwn(goals, name);
const names = wanted.length > 0 ? wanted.filter(isKnown) : Object.keys(goals).filter(isKnown);
if (wanted.some((name) => !isKnown(name))) {
  process.stderr.write(`There is no bench ${wanted.join(', ')}. There are: ${Object.keys(goals).join(', ')}\n`);
  process.exit(1);
}

const rows: { name: string; ratio: number; goal: number; better: string; rounds: number }[] = [];
const stage = await openStage(flags.has('--full') ? 'full' : 'usual');
for (const name of names) {
  const { goal, better, asks } = goals[name];
  const { ratio, p99Ms, rounds } = await cases[name](stage);
  rows.push({ name, ratio: Number(ratio.toFixed(3)), goal, better, rounds });
  if (flags.has('--json')) continue;
  const reached = better === 'higher' ? ratio >= goal : ratio <= goal;
  const verdict = reached ? 'reached' : 'MISSED';
  const sign = better === 'higher' ? '≥' : '≤';
  process.stdout.write(
    `${name.padEnd(20)} ${ratio.toFixed(2)} (${sign} ${goal}, ${verdict})  p99 ${p99Ms.toFixed(1)} ms  ${asks}\n`,
  );
}
await stage.stop();
if (flags.has('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
