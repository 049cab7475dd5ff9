import { sql } from 'kysely';
import type { Admin } from '../features/access/public.ts';
import { addCaption, addImage, addVideo, findOwner } from '../features/media/actions/uploads.ts';
import { readCaptions } from '../features/media/captions.ts';
import { storePendingFile } from '../features/media/folder.ts';
import { maxDurationS, uploadLifeMs } from '../features/media/rules.ts';
import type { Media } from '../gateways/media.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import type { Ctx } from '../kit/http/endpoint.ts';
import { hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import { sampleSeries } from './catalog/sample-series.ts';

interface MediaContext {
  readonly database: Database;
  readonly media: Media;
  readonly ctxFor: (tx: Tx, now: Date) => Ctx<Admin>;
  readonly isAborted: () => boolean;
}

type Language = 'en' | 'ar' | 'id';

interface SeriesWithEpisodes {
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly targetLanguages: readonly Language[];
  readonly episodeIds: readonly string[];
}

/** Videos, captions and images, uploaded as an editor would. Creates what does not exist. */
export async function seedMedia(database: Database, media: Media, signal?: AbortSignal): Promise<void> {
  const editor = await database.transaction((tx) => findCaller(tx, 'deniz@demo.example'));
  if (!editor) return;
  const ctxFor = (tx: Tx, now: Date) => contextFor(tx, editor, now);
  const context: MediaContext = { database, media, ctxFor, isAborted: () => signal?.aborted ?? false };
  await seedArtwork(context);
  const series = await listSeries(database);
  for (const video of videosOf(series)) if (!context.isAborted()) await uploadVideo(context, video);
  await addCaptions(context, series);
}

/** Series that are or were visible, or are scheduled, with their episodes that are not drafts. */
async function listSeries({ db }: Database): Promise<SeriesWithEpisodes[]> {
  const query = sql<SeriesWithEpisodes>`
    select s.slug, s.title, s.status, s.target_languages as "targetLanguages",
      array_agg(e.id order by e.episode_number) as "episodeIds"
    from series s join episodes e on e.series_id = s.id
    where s.status in ('published', 'scheduled', 'archived') and e.status not in ('draft', 'archived')
    group by s.id order by (s.status = 'published') desc, s.created_at, s.id`;
  return (await query.execute(db)).rows;
}

const kinds = ['poster', 'hero', 'thumb'] as const;

const isUploaded = async ({ database }: MediaContext, fileName: string): Promise<boolean> =>
  (await database.db
    .selectFrom('media_assets')
    .select('id')
    .where('source_file_name', '=', fileName)
    .executeTakeFirst()) !== undefined;

/** A poster and a hero image for every series that is not a draft, and a thumbnail for its episodes. */
async function seedArtwork(context: MediaContext): Promise<void> {
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
      await addFile(context, one.id, { kind, width, height, bytes, fileName });
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

/** Stores an image, and links it to the series; a thumbnail to its episodes. */
async function addFile(
  { database, media, ctxFor }: MediaContext,
  seriesId: string,
  { bytes, ...image }: ImageFile,
): Promise<void> {
  const stored = await storePendingFile(database, media, bytes, 'webp', { isProtected: image.kind === 'thumb' });
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, { seriesId });
    const { id } = await addImage(ctxFor(tx, now), { ...image, owner, stored, sizeBytes: bytes.length });
    const link = { [`${image.kind}_asset_id`]: id };
    if (image.kind === 'thumb') {
      const episodes = tx.updateTable('episodes').set(link).where('series_id', '=', seriesId);
      await episodes.where('status', '<>', 'draft').execute();
    } else await tx.updateTable('series').set(link).where('id', '=', seriesId).execute();
  });
}

interface SampleVideo {
  readonly make: () => Promise<Buffer>;
  /** Unique. */
  readonly fileName: string;
  /** The video belongs to the first episode; the others also use it. */
  readonly episodeIds: readonly string[];
  /** The share of its bytes that is uploaded. */
  readonly share: number;
  readonly minutesAgo: number;
}

/** Uploads a video, unless its upload exists: an interrupted one is repeated. */
async function uploadVideo(context: MediaContext, video: SampleVideo): Promise<void> {
  const { database, media, ctxFor } = context;
  const { fileName, minutesAgo, share, episodeIds } = video;
  const known = database.db.selectFrom('media_assets').select('id').where('source_file_name', '=', fileName);
  const uploaded = await (share < 1 ? known : known.where('status', '<>', 'uploading')).executeTakeFirst();
  if (uploaded) return;
  const bytes = await video.make();
  const sizeBytes = bytes.length;
  const [episodeId, ...others] = episodeIds;
  const expiresAt = new Date(Date.now() - minutesAgo * 60_000 + uploadLifeMs);
  const upload = await media.video.createUpload({ sizeBytes, fileName, maxDurationS, expiresAt });
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, episodeId === undefined ? {} : { episodeId });
    const ctx = ctxFor(tx, before(now, minutesAgo * 60_000));
    const { id } = await addVideo(ctx, { ...upload, owner, sizeBytes, fileName });
    if (others.length === 0) return;
    await tx.updateTable('episodes').set({ media_asset_id: id }).where('id', 'in', others).execute();
  });
  await fetch(media.video.uploadUrl(upload.uploadRef), {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes.subarray(0, Math.ceil(sizeBytes * share))),
  });
}

/** Not a video, so that its processing fails. */
const notes = Buffer.from('Scene 4, take 2: keep the light low, she must not see the letter yet.\n'.repeat(20));

/** One for each sample series, also used by the other series, one that fails, and an incomplete upload. */
function videosOf(series: readonly SeriesWithEpisodes[]): SampleVideo[] {
  const clip = (title: string, index: number) => async () => {
    // The encoder is loaded on demand.
    const { makeClip } = await import('./clip.ts');
    const plain = title.replaceAll(/[<>&]/g, '');
    return makeClip({ width: 360, height: 640, seconds: 8, hue: 200 + index * 90, title: plain });
  };
  const samples = series.filter(({ title }) => sampleSeries.some((sample) => sample.title === title));
  const others = series.filter((one) => !samples.includes(one));
  const videos = samples.map(({ slug, title, episodeIds }, index) => {
    const sharing = others.filter((_, n) => n % samples.length === index).flatMap((one) => one.episodeIds);
    const fileName = `${slug}-final.webm`;
    return { make: clip(title, index), fileName, episodeIds: [...episodeIds, ...sharing], share: 1, minutesAgo: 90 };
  });
  const trailer = clip(samples[0]?.title ?? '', 0);
  return [
    ...videos,
    { make: async () => notes, fileName: 'shooting-notes.mp4', episodeIds: [], share: 1, minutesAgo: 60 },
    { make: trailer, fileName: 'trailer-upload-broke-off.webm', episodeIds: [], share: 0.4, minutesAgo: 35 },
  ];
}

const lines: Readonly<Record<Language, readonly [question: string, answer: string]>> = {
  en: ['You were never meant to read that letter.', 'Then why did you leave it open?'],
  ar: ['لم يكن من المفترض أن تقرئي تلك الرسالة.', 'إذن لماذا تركتها مفتوحة؟'],
  id: ['Kau tak seharusnya membaca surat itu.', 'Lalu mengapa kau biarkan terbuka?'],
};

/** Scheduled series lack translations, which the calendar warns about. One language needs no captions. */
function captionLanguages({ status, targetLanguages }: SeriesWithEpisodes): readonly Language[] {
  if (targetLanguages.length <= 1) return [];
  return status === 'scheduled' ? targetLanguages.slice(0, 1) : targetLanguages;
}

async function addCaptions(context: MediaContext, series: readonly SeriesWithEpisodes[]): Promise<void> {
  const { rows } = await sql<{ episodeId: string; lang: string }>`
    select episode_id as "episodeId", lang from media_assets
    where kind = 'caption' and deleted_at is null`.execute(context.database.db);
  const known = new Set(rows.map(({ episodeId, lang }) => `${episodeId} ${lang}`));
  const wanted = series.flatMap((one) =>
    captionLanguages(one).flatMap((lang) => one.episodeIds.map((episodeId) => ({ episodeId, lang }))),
  );
  for (const { episodeId, lang } of wanted) {
    if (context.isAborted()) return;
    if (!known.has(`${episodeId} ${lang}`)) await addCaptionFile(context, episodeId, lang);
  }
}

async function addCaptionFile({ database, media, ctxFor }: MediaContext, episodeId: string, lang: Language) {
  const [question, answer] = lines[lang];
  const srt = `1\n00:00:01,000 --> 00:00:03,500\n${question}\n\n2\n00:00:04,000 --> 00:00:07,000\n${answer}\n`;
  const read = readCaptions(Buffer.from(srt));
  if (!('vtt' in read)) throw new Error(`the captions of the demo are wrong in line ${read.line}`);
  const bytes = Buffer.from(read.vtt);
  const stored = await storePendingFile(database, media, bytes, 'vtt');
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, { episodeId });
    const file = { owner, stored, sizeBytes: bytes.length, fileName: `${lang}.srt` };
    await addCaption(ctxFor(tx, before(now, 2 * hourMs)), { ...file, episodeId, lang, note: 'Captions by the studio' });
  });
}
