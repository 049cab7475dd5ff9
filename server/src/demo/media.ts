import { sql } from 'kysely';
import { addCaption, findOwner } from '../features/media/actions/uploads.ts';
import { storePendingFile } from '../features/media/folder.ts';
import type { Media } from '../gateways/media.ts';
import { readCaptions } from '../kit/captions.ts';
import type { Database } from '../kit/db/database.ts';
import { hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import type { MediaContext } from './media-context.ts';
import { seedArtwork, seedPictures } from './media-images.ts';
import { type SampleVideo, sendVideo } from './media-videos.ts';
import { sampleSeries } from './sample-series.ts';

/**
 * Videos, captions and pictures for the demo's episodes, sent to the provider as an editor's browser would. Each is made
 * where it is not there yet, so that what was ended in the middle is gone on with.
 */

type Language = 'en' | 'ar' | 'id';

interface FilledSeries {
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly targetLanguages: readonly Language[];
  readonly episodeIds: readonly string[];
}

export async function seedMedia(database: Database, media: Media, signal?: AbortSignal): Promise<void> {
  const editor = await database.transaction((tx) => findCaller(tx, 'deniz@demo.example'));
  if (!editor) return;
  const context: MediaContext = { database, media, editor, isOver: () => signal?.aborted ?? false };
  await seedArtwork(context);
  const series = await listFilled(database);
  for (const video of videosOf(series)) if (!context.isOver()) await sendVideo(context, video);
  await addCaptions(context, series);
  await seedPictures(context, series[0]?.episodeIds[0]);
}

/** The series that viewers see, saw or soon see, with those of their episodes that are more than drafts. */
async function listFilled({ db }: Database): Promise<FilledSeries[]> {
  const query = sql<FilledSeries>`
    select s.slug, s.title, s.status, s.target_languages as "targetLanguages",
      array_agg(e.id order by e.episode_number) as "episodeIds"
    from series s join episodes e on e.series_id = s.id
    where s.status in ('published', 'scheduled', 'archived') and e.status not in ('draft', 'archived')
    group by s.id order by (s.status = 'published') desc, s.created_at, s.id`;
  return (await query.execute(db)).rows;
}

/** Called a video, though it is none: this is how a failed upload looks. */
const notes = Buffer.from('Scene 4, take 2: keep the light low, she must not see the letter yet.\n'.repeat(20));

/** One for each series that is known by name, which others show too, one that is none, and one that broke off. */
function videosOf(series: readonly FilledSeries[]): SampleVideo[] {
  const clip = (title: string, index: number) => async () => {
    // Only what makes a film loads what films are made with.
    const { makeClip } = await import('./clip.ts');
    const plain = title.replaceAll(/[<>&]/g, '');
    return makeClip({ width: 360, height: 640, seconds: 8, hue: 200 + index * 90, title: plain });
  };
  const named = series.filter(({ title }) => sampleSeries.some((sample) => sample.title === title));
  const others = series.filter((one) => !named.includes(one));
  const films = named.map(({ slug, title, episodeIds }, index) => {
    const shown = others.filter((_, n) => n % named.length === index).flatMap((one) => one.episodeIds);
    const fileName = `${slug}-final.webm`;
    return { make: clip(title, index), fileName, episodeIds: [...episodeIds, ...shown], share: 1, minutesAgo: 90 };
  });
  const trailer = clip(named[0]?.title ?? '', 0);
  return [
    ...films,
    { make: async () => notes, fileName: 'shooting-notes.mp4', episodeIds: [], share: 1, minutesAgo: 60 },
    { make: trailer, fileName: 'trailer-upload-broke-off.webm', episodeIds: [], share: 0.4, minutesAgo: 35 },
  ];
}

const lines: Readonly<Record<Language, readonly [asked: string, answered: string]>> = {
  en: ['You were never meant to read that letter.', 'Then why did you leave it open?'],
  ar: ['لم يكن من المفترض أن تقرئي تلك الرسالة.', 'إذن لماذا تركتها مفتوحة؟'],
  id: ['Kau tak seharusnya membaca surat itu.', 'Lalu mengapa kau biarkan terbuka?'],
};

/** What is scheduled still waits for its translations, so that the calendar has something to warn of. */
const captionedIn = ({ status, targetLanguages }: FilledSeries): readonly Language[] =>
  status === 'scheduled' ? targetLanguages.slice(0, 1) : targetLanguages;

async function addCaptions(context: MediaContext, series: readonly FilledSeries[]): Promise<void> {
  const { rows } = await sql<{ episodeId: string; lang: string }>`
    select episode_id as "episodeId", lang from media_assets
    where kind = 'caption' and deleted_at is null`.execute(context.database.db);
  const known = new Set(rows.map(({ episodeId, lang }) => `${episodeId} ${lang}`));
  // Of a single language none are expected.
  const wanted = series.flatMap((one) =>
    (one.targetLanguages.length > 1 ? captionedIn(one) : []).flatMap((lang) =>
      one.episodeIds.map((episodeId) => ({ episodeId, lang })),
    ),
  );
  for (const { episodeId, lang } of wanted.filter((one) => !known.has(`${one.episodeId} ${one.lang}`))) {
    if (context.isOver()) return;
    await addCaptionFile(context, episodeId, lang);
  }
}

async function addCaptionFile({ database, media, editor }: MediaContext, episodeId: string, lang: Language) {
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
