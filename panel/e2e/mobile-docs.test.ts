import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { serverUrl } from './harness/browser.ts';
import { root } from './harness/server.ts';

/**
 * The examples of docs/mobile.md, run in one shell against the demo as a reader would run them. A block of text below an
 * example is what it prints; a block of JSON has fields of its last answer, of the same kinds, and errors word for word.
 */

interface Example {
  readonly script: string;
  readonly language: string;
  readonly shown: string;
}

function examplesIn(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)];
  return blocks.flatMap(([, language, script = ''], at) => {
    const [, next = '', shown = ''] = blocks[at + 1] ?? [];
    const isShown = next === 'json' || next === 'text';
    return language === 'sh' ? [{ script, language: isShown ? next : '', shown: isShown ? shown : '' }] : [];
  });
}

const mark = '== next example ==';

async function runAll(examples: readonly Example[]): Promise<string[]> {
  const script = examples.map((example) => example.script).join(`printf '\\n${mark}\\n'\n`);
  const env = { ...process.env, API: serverUrl() };
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', `TOKEN=none\n${script}`], { env });
  return stdout.split(`\n${mark}\n`);
}

/** What a reader compares it by: the fields that are shown, each of its kind. */
function kindsOf(value: unknown, name = ''): unknown {
  if (name === 'statusCode' || name === 'error') return value;
  if (Array.isArray(value)) return value.length > 0 ? [kindsOf(value[0])] : expect.any(Array);
  if (value === null) return null;
  if (typeof value !== 'object') return expect.any({ string: String, number: Number, boolean: Boolean }[kindOf(value)]);
  return expect.objectContaining(
    Object.fromEntries(Object.entries<unknown>({ ...value }).map(([key, part]) => [key, kindsOf(part, key)])),
  );
}

function kindOf(value: unknown): 'string' | 'number' | 'boolean' {
  const kind = typeof value;
  if (kind === 'string' || kind === 'number' || kind === 'boolean') return kind;
  throw new Error(`${kind} is nothing that JSON has`);
}

/** Of a list the first is compared. */
const firstOfLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstOfLists);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries<unknown>({ ...value }).map(([key, part]) => [key, firstOfLists(part)]));
};

const lastAnswer = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1) ?? '');

/** Where nothing is shown, nothing may have been refused. */
function seenOf(language: string, output: string): unknown {
  if (language === 'json') return firstOfLists(lastAnswer(output));
  return language === 'text' ? output.trim() : output.includes('statusCode');
}

function expectedOf(language: string, shown: string): unknown {
  if (language === 'json') return kindsOf(JSON.parse(shown));
  return language === 'text' ? shown.trim() : false;
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.runIf(hasCurl)(`the page for the mobile team${hasCurl ? '' : ' (skipped: this machine has no curl)'}`, () => {
  // Each example starts a program or two, which takes long where others work beside it.
  it('shows what the service answers', { timeout: 240_000 }, async () => {
    const examples = examplesIn(readFileSync(join(root, 'docs', 'mobile.md'), 'utf8'));
    expect(examples.length).toBeGreaterThan(15);
    const outputs = await runAll(examples);
    expect(outputs).toHaveLength(examples.length);
    const found = examples.map(({ script, language }, at) => [script, seenOf(language, outputs[at] ?? '')]);
    expect(found).toEqual(examples.map(({ script, language, shown }) => [script, expectedOf(language, shown)]));
  });
});
