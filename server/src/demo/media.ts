import { sql } from 'kysely';
import { addCaption, findOwner } from '../features/media/actions/uploads.ts';
import { readCaptions } from '../features/media/captions.ts';
import { storePendingFile } from '../features/media/folder.ts';
import type { Media } from '../gateways/media.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import { sampleSeries } from './catalog/sample-series.ts';
import { type MediaContext, seedArtwork, seedSpareImages } from './media/images.ts';
import { type SampleVideo, uploadVideo } from './media/videos.ts';

type Language = 'en' | 'ar' | 'id';

interface SeriesWithEpisodes {
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly targetLanguages: readonly Language[];
  readonly episodeIds: readonly string[];
}

/** Videos, captions and images, uploaded as an editor would. Creates what does not exist, so that it can be resumed. */
export async function seedMedia(database: Database, media: Media, signal?: AbortSignal): Promise<void> {
  const editor = await database.transaction((tx) => findCaller(tx, 'deniz@demo.example'));
  if (!editor) return;
  const ctxFor = (tx: Tx, now: Date) => contextFor(tx, editor, now);
  const context: MediaContext = { database, media, ctxFor, isAborted: () => signal?.aborted ?? false };
  await seedArtwork(context);
  const series = await listSeries(database);
  for (const video of videosOf(series)) if (!context.isAborted()) await uploadVideo(context, video);
  await addCaptions(context, series);
  await seedSpareImages(context, series[0]?.episodeIds[0]);
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
