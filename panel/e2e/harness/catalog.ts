import type { Page } from 'playwright-core';
import { demoAdmin, freshName } from './content.ts';
import type { RunningServer } from './server.ts';

/** Series with episodes, and the sheet that every change to them goes through. */

interface Item {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly titleI18n: Readonly<Record<string, string>>;
  readonly cliffhanger_score: number;
  readonly episodeNumber: number;
  readonly synopsis: string;
}

export function catalogOf(server: Pick<RunningServer, 'url'>) {
  const manager = () => demoAdmin(server, 'content_manager');
  return {
    manager,
    makeSeries: async (stem: string, episodes: readonly string[] = []): Promise<Item> => {
      const { call } = await manager();
      const series = await call<Item>('POST', '/v1/admin/series', { title: freshName(stem), synopsis: 'A debt.' });
      for (const [index, title] of episodes.entries()) {
        await call('POST', `/v1/admin/series/${series.id}/episodes`, { episodeNumber: index + 1, title });
      }
      return series;
    },
    episodesOf: async ({ id }: { id: string }): Promise<Item[]> =>
      (await (await manager()).call<{ items: Item[] }>('GET', `/v1/admin/series/${id}/episodes`)).items,
    readSeries: async (id: string) => (await manager()).call<Item>('GET', `/v1/admin/series/${id}`),
  };
}

/** Confirms the sheet that is open; it closes when it is done. */
export async function confirm(page: Page, title: string | RegExp, button: RegExp, note?: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  if (note !== undefined) await sheet.getByLabel('Note').fill(note);
  await sheet.getByRole('button', { name: button }).click();
  await sheet.waitFor({ state: 'detached' });
}
