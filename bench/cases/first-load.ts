import type { BenchService } from '../environment.ts';
import { phoneSlowdown, runLighthouse } from '../lighthouse.ts';
import { median, type Result, type Skipped } from '../rounds.ts';

type Page = '/sign-in' | '/users';

interface Load {
  readonly score: number;
  readonly largestPaintMs: number;
}

const rounds = 5;

async function loadOnce(command: string, service: BenchService, page: Page): Promise<Load> {
  const origin = `http://127.0.0.1:${service.port}`;
  const [token] = service.adminTokens;
  const cookie = page === '/sign-in' ? {} : { Cookie: `svc_admin_token=${token}` };
  const report = await runLighthouse(command, `${origin}${page}`, [
    '--only-categories=performance',
    `--extra-headers=${JSON.stringify(cookie)}`,
    `--throttling.cpuSlowdownMultiplier=${await phoneSlowdown(command, `${origin}/sign-in`)}`,
  ]);
  return {
    score: report('categories', 'performance', 'score'),
    largestPaintMs: report('audits', 'largest-contentful-paint', 'numericValue'),
  };
}

/** The performance of a page on a phone as Lighthouse scores it, in a browser without a cache. */
export const firstLoad =
  (page: Page) =>
  async (service: BenchService): Promise<Result | Skipped> => {
    const command = process.env.LIGHTHOUSE;
    if (!command) return { skipped: 'LIGHTHOUSE does not name the command of an installed Lighthouse' };
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round++) loads.push(await loadOnce(command, service, page));
    return {
      ratio: median(loads.map(({ score }) => score)),
      p99Ms: median(loads.map(({ largestPaintMs }) => largestPaintMs)),
      timeName: 'largest paint',
      rounds,
    };
  };
