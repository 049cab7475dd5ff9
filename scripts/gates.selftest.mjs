/**
 * A gate that cannot fail is worse than none, so each is seen to fail here. The scripts and the gates' settings are
 * copied into a temporary folder that is laid out like the repository: first with a clean tree, which must pass, then
 * with every fault of gates.faults.mjs at once, each of which must be reported by its gate under its rule.
 * What passed is noted in gates.selftest.stamp, so that `npm test` runs this again only when a gate has changed.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clean } from './gates.clean.mjs';
import { faults } from './gates.faults.mjs';
import { gates } from './gates.mjs';
import { capture, root, say, secondsSince, whenRun } from './process.mjs';

const settings = [
  ...['package.json', 'tsconfig.json', 'biome.json', '.oxlintrc.json', '.dependency-cruiser.cjs', '.gitignore'],
  ...['server/package.json', 'server/tsconfig.json', 'scripts'],
];

const stamp = join(root, 'scripts/gates.selftest.stamp');

/** What the gates are made of: their scripts and settings, and the versions of the tools. */
function gatesHash() {
  const scripts = readdirSync(join(root, 'scripts')).filter((name) =>
    /^(gates|check|sizes|words|contract|docs|process|generate|migrations)\b.*\.mjs$/.test(name),
  );
  const files = [...settings.filter((path) => path !== 'scripts'), ...scripts.map((name) => `scripts/${name}`)];
  const hash = createHash('sha256');
  for (const path of files.sort()) hash.update(`${path}\n${readFileSync(join(root, path), 'utf8')}\n`);
  return hash.digest('hex');
}

export const gatesChanged = () => !existsSync(stamp) || readFileSync(stamp, 'utf8').trim() !== gatesHash();

function layOut(folder) {
  mkdirSync(join(folder, 'server'));
  for (const path of settings) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(clean)) put(folder, path, text);
}

function put(folder, path, text) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Several faults may share a file; sources of the clean tree keep what they had, other files are replaced. */
function addFaults(folder) {
  const texts = new Map();
  for (const { path, text } of faults) {
    const before = texts.get(path) ?? (path.startsWith('server/src/') ? (clean[path] ?? '') : '');
    texts.set(path, before + (text === '\n' ? '' : text));
  }
  for (const [path, text] of texts) put(folder, path, text);
}

const runCheck = (folder, ...names) =>
  capture(process.execPath, [join(folder, 'scripts', 'check.mjs'), ...names], { cwd: folder });

/** Check prints each failed gate's report under its title; this cuts them apart again. */
function reportsByGate(output) {
  const reports = new Map();
  for (const { name, title } of gates) {
    const [, after = ''] = output.split(`── ${title} ──\n`);
    reports.set(name, after.split(/\n── [^─]+ ──\n/)[0].split('\n'));
  }
  return reports;
}

async function cleanTreePasses(folder) {
  const { code, output } = await runCheck(folder);
  return code === 0 && gates.every(({ title }) => output.includes(`✓ ${title}`))
    ? []
    : [`the clean tree must pass every gate, but check said:\n${output}`];
}

async function everyFaultIsReported(folder) {
  addFaults(folder);
  const { code, output } = await runCheck(folder);
  const reports = reportsByGate(output);
  const missed = faults
    .filter(
      ({ gate, words, seenAt }) => !reports.get(gate).some((line) => line.includes(seenAt) && line.includes(words)),
    )
    .map(({ gate, words, seenAt }) => `${gate} did not report "${words}" for ${seenAt}`);
  const passed = gates.filter(({ title }) => output.includes(`✓ ${title}`)).map(({ name }) => `${name} passed`);
  if (code === 0) passed.push('check ended with code 0');
  return [...missed, ...passed].map((what) => `with every fault in place, ${what}`);
}

/** A rule of the layers that is added later needs its fault too, or nobody knows whether it bites. */
async function everyLayerRuleHasAFault() {
  const { default: layers } = await import('../.dependency-cruiser.cjs');
  return layers.forbidden
    .filter(({ name }) => !faults.some(({ gate, words }) => gate === 'layers' && words === name))
    .map(({ name }) => `the rule ${name} of the layers has no fault in gates.faults.mjs`);
}

async function unknownGateIsRefused(folder) {
  const { code } = await runCheck(folder, 'nonsense');
  return code === 0 ? ['check accepted a gate that does not exist'] : [];
}

await whenRun(import.meta.url, async () => {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-gates-'));
  try {
    layOut(folder);
    const failures = [
      ...(await cleanTreePasses(folder)),
      ...(await everyFaultIsReported(folder)),
      ...(await everyLayerRuleHasAFault()),
      ...(await unknownGateIsRefused(folder)),
    ];
    for (const failure of failures) say(`✗ ${failure}`);
    say(
      `${failures.length === 0 ? '✓' : '✗'} ${faults.length} faults, ${gates.length} gates  ${secondsSince(started)}`,
    );
    if (failures.length > 0) process.exitCode = 1;
    else writeFileSync(stamp, `${gatesHash()}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
