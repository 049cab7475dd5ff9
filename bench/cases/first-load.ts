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

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** The one field of a report that is not read here is the page's own text, which can be large. */
const maxBytes = 64_000_000;
const rounds = 3;

async function reportOf(lighthouse: string, service: BenchService, { page, device, category }: FirstLoad) {
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
  const report: Report = JSON.parse(stdout);
  return report;
}

/** The score, from 0 to 1: the median of a few loads. */
export const firstLoad =
  (load: FirstLoad) =>
  async (service: BenchService): Promise<Result | Skipped> => {
    const lighthouse = process.env.LIGHTHOUSE;
    if (!lighthouse) return { skipped: 'LIGHTHOUSE does not name the command of an installed Lighthouse' };
    const reports: Report[] = [];
    for (let round = 0; round < rounds; round++) reports.push(await reportOf(lighthouse, service, load));
    return {
      ratio: median(reports.map(({ categories }) => categories[load.category]?.score ?? 0)),
      p99Ms: median(reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? 0)),
      rounds,
    };
  };
