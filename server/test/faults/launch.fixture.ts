import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { httpRequest, parseObject, type WireAnswer } from '../../src/kit/http/wire.fixture.ts';
import { service } from '../harness/processes.ts';

/** The real service in a process of its own, as an operator starts it. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const running = new Set<ChildProcess>();

export interface ExitResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  errors: string;
}

export interface Service {
  base: string;
  /** All that it has written to stdout so far. */
  output(): string;
  end(signal: NodeJS.Signals): Promise<ExitResult>;
}

type Env = Record<string, string>;
export const bootstrap = {
  BOOTSTRAP_ADMIN_EMAIL: 'first@example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'a lantern on the pier',
};

function launch(env: Env): { child: ChildProcess; ended: Promise<ExitResult>; output: () => string } {
  const child = spawn(process.execPath, [service], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', DEMO: 'false', LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const captured = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    captured.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    captured.errors += text;
  });
  const ended = once(child, 'close').then((): ExitResult => {
    running.delete(child);
    return { code: child.exitCode, signal: child.signalCode, ...captured };
  });
  return { child, ended, output: () => captured.output };
}

/** Starts it and waits until it says where it is ready. */
export async function start(env: Env): Promise<Service> {
  const { child, ended, output } = launch(env);
  const address = () => /^Cliffhanger is ready at (\S+)$/m.exec(output())?.[1];
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const base = address();
      if (base !== undefined) resolve(base);
    });
    void ended.then(({ output, errors }) => reject(new Error(`it did not start:\n${output}${errors}`)));
  });
  return {
    base: await ready,
    output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts it where it should not even become ready. */
export const startExpectingExit = (env: Env): Promise<ExitResult> => launch(env).ended;

/** For what a failed test may leave behind. */
export async function killAll(): Promise<void> {
  const closed = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(closed);
}

export async function post(agent: Agent, url: string, token: string, body: unknown): Promise<WireAnswer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return httpRequest(agent, url, { method: 'POST', headers, body: JSON.stringify(body) });
}

export async function get(url: string, token = ''): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers: Env = token ? { authorization: `Bearer ${token}` } : {};
  const { status, text } = await httpRequest(new Agent(), url, { headers });
  return { status, body: parseObject(text) };
}

/** Signs in, and gives the token, or the error. */
export async function signIn(base: string, password: string): Promise<string> {
  const email = bootstrap.BOOTSTRAP_ADMIN_EMAIL;
  const { text } = await post(new Agent(), `${base}/v1/admin/auth/login`, '', { email, password });
  const { access_token: token, error } = parseObject(text);
  return String(token ?? error);
}
