import type { Admin } from '../../features/access/public.ts';
import { addImage, findOwner } from '../../features/media/actions/uploads.ts';
import { storePendingFile } from '../../features/media/folder.ts';
import type { Media } from '../../gateways/media.ts';
import type { Database, Tx } from '../../kit/db/database.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';

export interface MediaContext {
  readonly database: Database;
  readonly media: Media;
  readonly ctxFor: (tx: Tx, now: Date) => Ctx<Admin>;
  readonly isAborted: () => boolean;
}

const kinds = ['poster', 'hero', 'thumb'] as const;

/** One image of each kind that is not used. */
export async function seedSpareImages(context: MediaContext, episodeId: string | undefined): Promise<void> {
  const sizes = { poster: [720, 1080], hero: [1920, 1080], thumb: [1280, 720] } as const;
  const { default: sharp } = await import('sharp');
  for (const kind of kinds) {
    const fileName = `spare-${kind}.webp`;
    if (context.isAborted() || (await isUploaded(context, fileName))) continue;
    const [width, height] = sizes[kind];
    const background = { poster: '#5b2a4a', hero: '#1f3b57', thumb: '#6b4a1f' }[kind];
    const picture = sharp({ create: { width, height, channels: 3, background } });
    const bytes = await picture.webp().toBuffer();
    await addFile(context, episodeId === undefined ? {} : { episodeId }, { kind, width, height, bytes, fileName });
  }
}

const isUploaded = async ({ database }: MediaContext, fileName: string): Promise<boolean> =>
  (await database.db
    .selectFrom('media_assets')
    .select('id')
    .where('source_file_name', '=', fileName)
    .executeTakeFirst()) !== undefined;

/** A poster and a hero image for every series that is not a draft, and a thumbnail for its episodes. */
export async function seedArtwork(context: MediaContext): Promise<void> {
  const series = await context.database.db
    .selectFrom('series')
    .select(['id', 'slug', 'title', 'title_i18n', 'target_languages', 'poster_asset_id', 'hero_asset_id'])
    .where('status', '<>', 'draft')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const [index, one] of series.entries()) {
    const translations = new Map<string, unknown>(Object.entries(one.title_i18n ?? {}));
    const titles = one.target_languages.map((language) => {
      const title = translations.get(language);
      return { language, title: typeof title === 'string' ? title : one.title };
    });
    for (const kind of kinds) {
      if (context.isAborted()) return;
      if (kind !== 'thumb' && one[`${kind}_asset_id`] !== null) continue;
      const fileName = `${one.slug}-${kind}.webp`;
      if (kind === 'thumb' && (await isUploaded(context, fileName))) continue;
      const { artworkSizes, drawArtwork } = await import('./artwork.ts');
      const [width, height] = artworkSizes[kind];
      const bytes = await drawArtwork(titles, (index * 47 + 250) % 360, kind);
      await addFile(context, { seriesId: one.id }, { kind, width, height, bytes, fileName });
    }
  }
}

interface ImageFile {
  readonly kind: (typeof kinds)[number];
  readonly width: number;
  readonly height: number;
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** Stores an image. One of a series is linked to the series, a thumbnail to its episodes. */
async function addFile(
  { database, media, ctxFor }: MediaContext,
  of: { readonly seriesId?: string; readonly episodeId?: string },
  { bytes, ...image }: ImageFile,
): Promise<void> {
  const stored = await storePendingFile(database, media, bytes, 'webp');
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, of);
    const { id } = await addImage(ctxFor(tx, now), { ...image, owner, stored, sizeBytes: bytes.length });
    if (of.seriesId === undefined) return;
    const link = { [`${image.kind}_asset_id`]: id };
    if (image.kind === 'thumb') {
      const episodes = tx.updateTable('episodes').set(link).where('series_id', '=', of.seriesId);
      await episodes.where('status', '<>', 'draft').execute();
    } else await tx.updateTable('series').set(link).where('id', '=', of.seriesId).execute();
  });
}
