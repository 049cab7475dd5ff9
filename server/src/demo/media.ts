import { sql } from 'kysely';
import type { Admin } from '../features/access/public.ts';
import { addCaption, addImage, addVideo, findOwner, type Image } from '../features/media/actions/uploads.ts';
import { storePendingFile } from '../features/media/folder.ts';
import { maxDurationS, uploadLifeMs } from '../features/media/rules.ts';
import type { Media } from '../gateways/media.ts';
import { readCaptions } from '../kit/captions.ts';
import type { Database } from '../kit/db/database.ts';
import { hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import type { Clip } from './clip.ts';

/** Videos, captions and pictures for the demo's episodes, sent to the provider as an editor's browser would. */

interface SeedContext {
  readonly database: Database;
  readonly media: Media;
  readonly editor: Admin;
}

interface SampleVideo {
  /** The first of them owns it, the others show the same. */
  readonly episodeIds?: readonly string[];
  readonly bytes: Buffer;
  readonly fileName: string;
  /** How much of it arrived. */
  readonly share: number;
  readonly minutesAgo: number;
}

interface FilledSeries {
  readonly title: string;
  readonly status: string;
  readonly targetLanguages: readonly Language[];
  readonly episodeIds: readonly string[];
}

export async function seedMedia(database: Database, media: Media): Promise<void> {
  const known = await database.db.selectFrom('media_assets').select('id').limit(1).executeTakeFirst();
  const editor = known ? undefined : await database.transaction((tx) => findCaller(tx, 'deniz@demo.example'));
  if (!editor) return;
  const context: SeedContext = { database, media, editor };
  const series = await listFilled(database);
  // Only the first start makes pictures; the others need not load what makes them.
  const { makeClip } = await import('./clip.ts');
  const clips = await Promise.all(series.map(({ title }, index) => makeClip(clipOf(title, index))));
  for (const [index, { episodeIds }] of series.entries()) {
    const bytes = clips[index];
    const fileName = `episode-${index + 1}-final.webm`;
    if (bytes) await sendVideo(context, { episodeIds, bytes, fileName, share: 1, minutesAgo: 90 });
  }
  await sendVideo(context, { bytes: notes, fileName: 'shooting-notes.mp4', share: 1, minutesAgo: 60 });
  const [first] = clips;
  if (first)
    await sendVideo(context, { bytes: first, fileName: 'trailer-upload-broke-off.webm', share: 0.4, minutesAgo: 35 });
  for (const one of series) await addCaptions(context, one);
  await addPictures(context, series[0]?.episodeIds[0]);
  await addArtwork(context);
}

/** The series that viewers see, saw or soon see, with those of their episodes that are more than drafts. */
async function listFilled({ db }: Database): Promise<FilledSeries[]> {
  const query = sql<FilledSeries>`
    select s.title, s.status, s.target_languages as "targetLanguages", array_agg(e.id order by e.episode_number) as "episodeIds"
    from series s join episodes e on e.series_id = s.id
    where s.status in ('published', 'scheduled', 'archived') and e.status not in ('draft', 'archived')
    group by s.id order by (s.status = 'published') desc, s.created_at, s.id`;
  return (await query.execute(db)).rows;
}

const clipOf = (title: string, index: number): Clip => ({
  width: 360,
  height: 640,
  seconds: 8,
  hue: 200 + index * 90,
  title: title.replaceAll(/[<>&]/g, ''),
});

/** Called a video, though it is none: this is how a failed upload looks. */
const notes = Buffer.from('Scene 4, take 2: keep the light low, she must not see the letter yet.\n'.repeat(20));

async function sendVideo({ database, media, editor }: SeedContext, video: SampleVideo): Promise<void> {
  const { bytes, fileName, share, minutesAgo, episodeIds: [episodeId, ...others] = [] } = video;
  const createdAt = new Date(Date.now() - (minutesAgo * hourMs) / 60);
  const upload = {
    sizeBytes: bytes.length,
    fileName,
    maxDurationS,
    expiresAt: new Date(createdAt.getTime() + uploadLifeMs),
  };
  const begun = await media.video.createUpload(upload);
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, episodeId === undefined ? {} : { episodeId });
    const ctx = contextFor(tx, editor, before(now, (minutesAgo * hourMs) / 60));
    const { id } = await addVideo(ctx, { ...begun, owner, sizeBytes: bytes.length, fileName });
    if (others.length > 0)
      await tx.updateTable('episodes').set({ media_asset_id: id }).where('id', 'in', others).execute();
  });
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const body = new Uint8Array(bytes.subarray(0, Math.ceil(bytes.length * share)));
  await fetch(media.video.uploadUrl(begun.uploadRef), { method: 'PATCH', headers, body });
}

const lines = {
  en: ['You were never meant to read that letter.', 'Then why did you leave it open?'],
  ar: ['لم يكن من المفترض أن تقرئي تلك الرسالة.', 'إذن لماذا تركتها مفتوحة؟'],
  id: ['Kau tak seharusnya membaca surat itu.', 'Lalu mengapa kau biarkan terbuka?'],
} as const;
type Language = keyof typeof lines;

/** What is scheduled still waits for its translations, so that the calendar has something to warn of. */
const captionedIn = ({ status, targetLanguages }: FilledSeries): readonly Language[] =>
  status === 'scheduled' ? targetLanguages.slice(0, 1) : targetLanguages;

async function addCaptions(context: SeedContext, series: FilledSeries): Promise<void> {
  for (const episodeId of series.episodeIds)
    for (const lang of captionedIn(series)) await addCaptionFile(context, episodeId, lang);
}

async function addCaptionFile({ database, media, editor }: SeedContext, episodeId: string, lang: Language) {
  const [asked, answered] = lines[lang];
  const srt = `1\n00:00:01,000 --> 00:00:03,500\n${asked}\n\n2\n00:00:04,000 --> 00:00:07,000\n${answered}\n`;
  const read = readCaptions(Buffer.from(srt));
  if (!('vtt' in read)) throw new Error(`the captions of the demo are wrong in line ${read.line}`);
  const bytes = Buffer.from(read.vtt);
  const stored = await storePendingFile(database, media, bytes, 'vtt');
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, { episodeId });
    const file = { owner, stored, sizeBytes: bytes.length, fileName: `${lang}.srt` };
    const ctx = contextFor(tx, editor, before(now, 2 * hourMs));
    await addCaption(ctx, { ...file, episodeId, lang, note: 'Captions by the studio' });
  });
}

/** One of each kind of picture, to be chosen from. */
async function addPictures({ database, media, editor }: SeedContext, episodeId: string | undefined): Promise<void> {
  const sizes = { poster: [720, 1080], hero: [1920, 1080], thumb: [1280, 720] } as const;
  const { default: sharp } = await import('sharp');
  for (const kind of ['poster', 'hero', 'thumb'] as const) {
    const [width, height] = sizes[kind];
    const background = { poster: '#5b2a4a', hero: '#1f3b57', thumb: '#6b4a1f' }[kind];
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
    const stored = await storePendingFile(database, media, bytes, 'webp');
    await database.transaction(async (tx, now) => {
      const owner = await findOwner(tx, episodeId === undefined ? {} : { episodeId });
      const file = { owner, stored, sizeBytes: bytes.length, fileName: `${kind}.webp` };
      await addImage(contextFor(tx, editor, now), { ...file, kind, width, height });
    });
  }
}

/** A poster and a hero image for every series but the drafts, which are not that far, and a thumbnail for its episodes. */
async function addArtwork(context: SeedContext): Promise<void> {
  const { artworkSizes, drawArtwork } = await import('./artwork.ts');
  const series = await context.database.db
    .selectFrom('series')
    .select(['id', 'title'])
    .where('status', '<>', 'draft')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const [index, { id, title }] of series.entries()) {
    for (const kind of ['poster', 'hero', 'thumb'] as const) {
      const [width, height] = artworkSizes[kind];
      const bytes = await drawArtwork(title, (index * 47 + 250) % 360, kind);
      await addArtworkFile(context, id, { kind, width, height, bytes });
    }
  }
}

interface ArtworkFile extends Pick<Image, 'kind' | 'width' | 'height'> {
  readonly bytes: Buffer;
}

async function addArtworkFile({ database, media, editor }: SeedContext, seriesId: string, artwork: ArtworkFile) {
  const { kind, width, height, bytes } = artwork;
  const stored = await storePendingFile(database, media, bytes, 'webp');
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, { seriesId });
    const file = { owner, stored, sizeBytes: bytes.length, fileName: `${kind}.webp` };
    const { id: assetId } = await addImage(contextFor(tx, editor, now), { ...file, kind, width, height });
    const link = { [`${kind}_asset_id`]: assetId };
    if (kind === 'thumb')
      await tx
        .updateTable('episodes')
        .set(link)
        .where('series_id', '=', seriesId)
        .where('status', '<>', 'draft')
        .execute();
    else await tx.updateTable('series').set(link).where('id', '=', seriesId).execute();
  });
}
