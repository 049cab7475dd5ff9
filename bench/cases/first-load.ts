import type { BenchService } from '../environment.ts';
import { phoneSlowdown, runLighthouse } from '../lighthouse.ts';
import { median, type Result, type Skipped } from '../rounds.ts';

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

const rounds = 5;

async function loadOnce(command: string, service: BenchService, load: FirstLoad): Promise<Load> {
  const { page, device, category } = load;
  const origin = `http://127.0.0.1:${service.port}`;
  const [token] = service.adminTokens;
  const cookie = page === '/sign-in' ? {} : { Cookie: `svc_admin_token=${token}` };
  const report = await runLighthouse(command, `${origin}${page}`, [
    // The largest paint is one of the audits of performance.
    `--only-categories=${category === 'performance' ? category : `performance,${category}`}`,
    `--extra-headers=${JSON.stringify(cookie)}`,
    device === 'desktop'
      ? '--preset=desktop'
      : `--throttling.cpuSlowdownMultiplier=${await phoneSlowdown(command, `${origin}/sign-in`)}`,
  ]);
  return {
    score: report('categories', category, 'score'),
    largestPaintMs: report('audits', 'largest-contentful-paint', 'numericValue'),
  };
}

/** The score, from 0 to 1: the median of a few loads. */
export const firstLoad =
  (load: FirstLoad) =>
  async (service: BenchService): Promise<Result | Skipped> => {
    const command = process.env.LIGHTHOUSE;
    if (!command) return { skipped: 'LIGHTHOUSE does not name the command of an installed Lighthouse' };
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round++) loads.push(await loadOnce(command, service, load));
    return {
      ratio: median(loads.map(({ score }) => score)),
      p99Ms: median(loads.map(({ largestPaintMs }) => largestPaintMs)),
      timeName: 'largest paint',
      rounds,
    };
  };
