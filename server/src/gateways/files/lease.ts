import { randomUUID } from 'node:crypto';
import { access, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../kit/error-code.ts';

/**
 * One at a time in a folder, among all processes that share it, on other machines too. Each holder has a number, one
 * more than the one before, and only one can make the file of that number. A holder shows that it is alive; when it
 * falls silent, or its process is known to be gone, the next one follows, and it notices that it was overtaken.
 */

export interface Lease {
  /** Aborted when someone else asks for the place, or has taken it. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly folder: string;
  readonly name: string;
  /** How long to ask whoever is there to leave; without, nobody is asked. */
  readonly askForMs?: number;
}

/** A holder that has not been heard of for so long is gone. */
export const silentMs = 15_000;
const beatMs = 200;

const alive = new Set<string>();

/** Undefined: someone else is there and stays. The folder must be there. */
export async function takeLease({ folder, name, askForMs = 0 }: LeaseOptions): Promise<Lease | undefined> {
  const places = placesIn(folder, name);
  const until = performance.now() + askForMs;
  for (;;) {
    const last = await places.newest();
    if (!last || last.isFree || (await isAbandoned(places.pathOf(last.number)))) {
      const mine = await places.claim((last?.number ?? 0) + 1);
      if (mine) return hold(mine);
      continue;
    }
    if (performance.now() >= until) return undefined;
    await writeFile(`${places.pathOf(last.number)}.asked`, '');
    await sleep(beatMs / 2);
  }
}

interface Place {
  readonly path: string;
  readonly token: string;
}

/** The numbers that were given in a folder. The highest stays when it is free, so that none is given again. */
export function placesIn(folder: string, name: string) {
  const pathOf = (number: number): string => join(folder, `${name}.${number}`);
  const list = async () => {
    const names = await readdir(folder);
    return names.flatMap((file) => {
      const [, number, mark = ''] = new RegExp(`^${name}\\.(\\d{1,9})(\\.free|\\.asked)?$`).exec(file) ?? [];
      return number === undefined ? [] : [{ number: Number(number), mark, path: join(folder, file) }];
    });
  };
  const newest = async (): Promise<{ number: number; isFree: boolean } | undefined> => {
    const held = (await list()).filter(({ mark }) => mark !== '.asked');
    const number = Math.max(0, ...held.map((one) => one.number));
    const isFree = held.some((one) => one.number === number && one.mark === '.free');
    return number === 0 ? undefined : { number, isFree };
  };
  return {
    pathOf,
    newest,
    /** Undefined where someone else was quicker. */
    async claim(number: number): Promise<Place | undefined> {
      const [path, token] = [pathOf(number), randomUUID()];
      const file = await open(path, 'wx').catch(ifCoded('EEXIST'));
      if (!file) return undefined;
      alive.add(token);
      await file.writeFile(`${hostname()} ${process.pid} ${token}`);
      await file.close();
      // One that was freed since, or followed, had this number before.
      const last = await newest();
      if (last?.number === number && !last.isFree) {
        for (const old of await list()) if (old.number < number) await rm(old.path, { force: true });
        return { path, token };
      }
      alive.delete(token);
      await rm(path, { force: true });
      return undefined;
    },
  };
}

function hold({ path, token }: Place): Lease {
  const stop = new AbortController();
  const beat = async (): Promise<void> => {
    const now = new Date();
    const isMine = await utimes(path, now, now).then(yes, no);
    const isAsked = await access(`${path}.asked`).then(yes, no);
    if (!isMine || isAsked) stop.abort();
  };
  const beating = setInterval(() => void beat(), beatMs);
  return {
    signal: stop.signal,
    async release() {
      clearInterval(beating);
      await rename(path, `${path}.free`).catch(ifCoded('ENOENT'));
      alive.delete(token);
    },
  };
}

const yes = (): boolean => true;
const no = (): boolean => false;

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return false;
  if (Date.now() - found.mtimeMs > silentMs) return true;
  const [host, pid, token = ''] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
  if (host !== hostname() || token === '') return false;
  return Number(pid) === process.pid ? !alive.has(token) : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

const ifCoded =
  (code: string) =>
  (error: unknown): undefined => {
    if (errorCode(error) !== code) throw error;
  };
