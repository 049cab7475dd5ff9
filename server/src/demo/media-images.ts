import { addImage, findOwner, type Image } from '../features/media/actions/uploads.ts';
import { storePendingFile } from '../features/media/folder.ts';
import { contextFor } from './admin-context.ts';
import type { MediaContext } from './media-context.ts';

/** One of each kind of picture, to be chosen from. */
export async function seedPictures(context: MediaContext, episodeId: string | undefined): Promise<void> {
  const sizes = { poster: [720, 1080], hero: [1920, 1080], thumb: [1280, 720] } as const;
  const { default: sharp } = await import('sharp');
  for (const kind of ['poster', 'hero', 'thumb'] as const) {
    const fileName = `spare-${kind}.webp`;
    if (context.isOver() || (await isThere(context, fileName))) continue;
    const [width, height] = sizes[kind];
    const background = { poster: '#5b2a4a', hero: '#1f3b57', thumb: '#6b4a1f' }[kind];
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
    await addFile(context, episodeId === undefined ? {} : { episodeId }, { kind, width, height, bytes, fileName });
  }
}

const isThere = async ({ database }: MediaContext, fileName: string): Promise<boolean> =>
  (await database.db
    .selectFrom('media_assets')
    .select('id')
    .where('source_file_name', '=', fileName)
    .executeTakeFirst()) !== undefined;

/** A poster and a hero image for every series but the drafts, which are not that far, and a thumbnail for its episodes. */
export async function seedArtwork(context: MediaContext): Promise<void> {
  const series = await context.database.db
    .selectFrom('series')
    .select(['id', 'slug', 'title', 'title_i18n', 'target_languages', 'poster_asset_id', 'hero_asset_id'])
    .where('status', '<>', 'draft')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const [index, one] of series.entries()) {
    const words: unknown = one.title_i18n;
    const titles = one.target_languages.map((language) => ({
      language,
      title: inLanguage(words, language, one.title),
    }));
    for (const kind of ['poster', 'hero', 'thumb'] as const) {
      if (context.isOver()) return;
      if (kind !== 'thumb' && one[`${kind}_asset_id`] !== null) continue;
      const fileName = `${one.slug}-${kind}.webp`;
      if (kind === 'thumb' && (await isThere(context, fileName))) continue;
      const { artworkSizes, drawArtwork } = await import('./artwork.ts');
      const [width, height] = artworkSizes[kind];
      const bytes = await drawArtwork(titles, (index * 47 + 250) % 360, kind);
      await addFile(context, { seriesId: one.id }, { kind, width, height, bytes, fileName });
    }
  }
}

function inLanguage(words: unknown, language: string, usual: string): string {
  const entries: [string, unknown][] = Object.entries(words ?? {});
  const found = new Map(entries).get(language);
  return typeof found === 'string' ? found : usual;
}

interface ImageFile extends Pick<Image, 'kind' | 'width' | 'height' | 'fileName'> {
  readonly bytes: Buffer;
}

/** Keeps a picture; one of a series is shown by it, or by its episodes. */
async function addFile(
  { database, media, editor }: MediaContext,
  of: { readonly seriesId?: string; readonly episodeId?: string },
  { kind, width, height, bytes, fileName }: ImageFile,
): Promise<void> {
  const stored = await storePendingFile(database, media, bytes, 'webp');
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, of);
    const image = { owner, stored, sizeBytes: bytes.length, fileName, kind, width, height };
    const { id: assetId } = await addImage(contextFor(tx, editor, now), image);
    if (of.seriesId === undefined) return;
    const link = { [`${kind}_asset_id`]: assetId };
    if (kind === 'thumb')
      await tx
        .updateTable('episodes')
        .set(link)
        .where('series_id', '=', of.seriesId)
        .where('status', '<>', 'draft')
        .execute();
    else await tx.updateTable('series').set(link).where('id', '=', of.seriesId).execute();
  });
}
