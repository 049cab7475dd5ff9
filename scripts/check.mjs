/** `npm run check`: every gate, or those that are named. One line per gate, then all that the failed ones said. */
import * as os from 'node:os';
import { gates, runGate } from './gates.mjs';
import { Fault, say, whenRun } from './process.mjs';

/** Two at least, because some gates wait more than they compute. */
const sideBySide = Math.max(2, os.cpus().length);

function chosenGates(names) {
  const unknown = names.filter((name) => !gates.some((gate) => gate.name === name));
  if (unknown.length > 0) {
    throw new Fault(`There is no gate ${unknown.join(', ')}; there are ${gates.map(({ name }) => name).join(', ')}.`);
  }
  return names.length === 0 ? gates : gates.filter(({ name }) => names.includes(name));
}

function sayResult({ gate, passed, seconds }, width) {
  const name = passed || gate.title === gate.name ? gate.title : `${gate.title} (npm run check -- ${gate.name})`;
  say(`${passed ? '✓' : '✗'} ${name.padEnd(width)}  ${seconds.toFixed(1)} s`);
}

/** Runs the gates and prints their verdicts; true when all passed. */
export async function check(names = []) {
  const chosen = chosenGates(names);
  const width = Math.max(...chosen.map(({ title }) => title.length));
  const waiting = [...chosen];
  const failed = [];
  const worker = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const result = await runGate(gate);
      sayResult(result, width);
      if (!result.passed) failed.push(result);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  for (const { gate, output } of failed) say(`\n── ${gate.title} ──\n${output.trim()}`);
  return failed.length === 0;
}

await whenRun(import.meta.url, async () => {
  if (!(await check(process.argv.slice(2)))) process.exitCode = 1;
});
