import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BenchService } from '../environment.ts';
import { median, type Result, type Skipped } from '../rounds.ts';

const run = promisify(execFile);

/** The panel's first load as Lighthouse sees it, in a browser without a cache. */
export interface FirstLoad {
  readonly page: '/sign-in' | '/users';
  readonly device: 'phone' | 'desktop';
  readonly category: 'performance' | 'accessibility';
}

interface Load {
  readonly score: number;
  readonly largestPaintMs: number;
}

/** A report holds pictures of the page. */
const maxBytes = 64_000_000;
const rounds = 3;

async function loadOnce(
  lighthouse: string,
  service: BenchService,
  { page, device, category }: FirstLoad,
): Promise<Load> {
  const [token] = service.adminTokens;
  const cookie = page === '/sign-in' ? {} : { Cookie: `svc_admin_token=${token}` };
  const args = [
    lighthouse,
    `http://127.0.0.1:${service.port}${page}`,
    '--quiet',
    '--output=json',
    `--only-categories=${category}`,
    `--extra-headers=${JSON.stringify(cookie)}`,
    '--chrome-flags=--headless=new --no-sandbox',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const { stdout } = await run(process.execPath, args, { maxBuffer: maxBytes });
  const report: unknown = JSON.parse(stdout);
  return {
    score: numberIn(report, 'categories', category, 'score'),
    largestPaintMs: numberIn(report, 'audits', 'largest-contentful-paint', 'numericValue'),
  };
}

/** The number at a path of keys, or 0. */
function numberIn(value: unknown, ...path: string[]): number {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === 'number' ? value : 0;
  return value !== null && typeof value === 'object' ? numberIn(Reflect.get(value, key), ...rest) : 0;
}

/** The score, from 0 to 1: the median of a few loads. */
export const firstLoad =
  (load: FirstLoad) =>
  async (service: BenchService): Promise<Result | Skipped> => {
    const lighthouse = process.env.LIGHTHOUSE;
    if (!lighthouse) return { skipped: 'LIGHTHOUSE does not name the command of an installed Lighthouse' };
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round++) loads.push(await loadOnce(lighthouse, service, load));
    return {
      ratio: median(loads.map(({ score }) => score)),
      p99Ms: median(loads.map(({ largestPaintMs }) => largestPaintMs)),
      timeName: 'largest paint',
      rounds,
    };
  };
