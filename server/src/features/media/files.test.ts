import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { plainPng } from '../../../test/harness/png.ts';
import { newId } from '../../kit/id.ts';
import { storePendingFile } from './folder.ts';
import { type AssetBody, openMediaWorld, storedNameOf } from './media-world.fixture.ts';

const { world, editor, direct, image, deliver } = await openMediaWorld();

const storedFiles = () => world.media.storage.names('files');

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } });

describe('an image', () => {
  it('is re-encoded without metadata', async () => {
    const exif = { IFD0: { Copyright: 'a secret place' } };
    const bytes = await picture(1280, 720).jpeg().withExif(exif).toBuffer();
    expect(bytes.includes('a secret place')).toBe(true);
    const { status, body } = await image(Buffer.concat([bytes, Buffer.from('<script>hidden</script>')]));
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'thumb', status: 'ready', width: 1280, height: 720, provider: 'storage' });
    const shown = await fetch(body.url ?? '');
    const servedBytes = Buffer.from(await shown.arrayBuffer());
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(servedBytes.includes('a secret place') || servedBytes.includes('hidden')).toBe(false);
    expect((await sharp(servedBytes).metadata()).exif).toBeUndefined();
  });

  const bomb = plainPng({ width: 11_000, height: 10_000, bitsPerPixel: 1 });
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  const beginning = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6]);
  const bad: readonly (readonly [string, () => Promise<Buffer>, number, string])[] = [
    ['a drawing with scripts', async () => drawing, 415, 'unsupported_media_type'],
    ['text', async () => Buffer.from('not an image'), 415, 'unsupported_media_type'],
    ['a GIF', () => picture(10, 10).gif().toBuffer(), 415, 'unsupported_media_type'],
    ['nothing', async () => Buffer.alloc(0), 415, 'unsupported_media_type'],
    ['a bomb of 110 megapixels', async () => bomb, 400, 'validation_failed'],
    ['cut off', async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 900), 400, 'validation_failed'],
    ['the beginning of one', async () => beginning, 400, 'validation_failed'],
    ['over ten megabytes', async () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413, 'payload_too_large'],
  ];
  it.each(bad)('that is %s is refused, and no file is left', async (_name, make, status, error) => {
    const before = await storedFiles();
    expect(await image(await make())).toMatchObject({ status, body: { error } });
    expect(await storedFiles()).toEqual(before);
  });

  it('of a failed change is removed by housekeeping, and a used one is kept', async () => {
    const { body } = await image(await picture(20, 20).webp().toBuffer(), 'poster');
    const orphan = await storePendingFile(world.database, world.media, Buffer.from('x'), 'png');
    await world.runner.runNow('housekeeping');
    expect(await storedFiles()).toContain(orphan);
    await world.clock.shift('2 hours');
    await world.runner.runNow('housekeeping');
    await world.clock.shift('0');
    const files = await storedFiles();
    expect(files).toContain(storedNameOf(body));
    expect(files).not.toContain(orphan);
  });
});

describe('captions', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
  const send = (episodeId: string, lang: string, bytes: string | Buffer, note?: string) =>
    editor.upload<AssetBody>(
      '/admin/media/captions',
      { episodeId, lang, ...(note !== undefined && { note }) },
      { name: `${lang}.srt`, bytes },
    );

  it('are stored as WebVTT and replace those of their language', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const first = await send(episodeId, 'en', srt);
    expect(first).toMatchObject({ status: 201, body: { kind: 'caption', lang: 'en', status: 'ready', episodeId } });
    const shown = await fetch(first.body.url ?? '');
    expect([shown.headers.get('content-type'), await shown.text()]).toEqual([
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n',
    ]);
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHalo\n';
    expect(await send(episodeId, 'id', vtt)).toMatchObject({ status: 201, body: { kind: 'caption', lang: 'id' } });
    await send(episodeId, 'ar', srt);
    const second = await send(episodeId, 'en', srt.replace('Hello', 'Bye'));
    const { body } = await editor.get<{ captions: { id: string; lang: string }[] }>(`/admin/episodes/${episodeId}`);
    expect(body.captions.map(({ id, lang }) => [id, lang])).toEqual([
      [expect.any(String), 'ar'],
      [second.body.id, 'en'],
      [expect.any(String), 'id'],
    ]);
    expect((await editor.get(`/admin/media/assets/${first.body.id}`)).status).toBe(404);
    const kept = 'select lang, deleted_at is not null as deleted from media_assets where id = $1';
    expect((await world.database.pool.query(kept, [first.body.id])).rows).toEqual([{ lang: 'en', deleted: true }]);
    await deliver();
    expect((await fetch(first.body.url ?? '')).status).toBe(404);
  });

  it.each([
    [undefined, null],
    ['  ', null],
    ['A line was missing', 'A line was missing'],
  ])('of a published episode are accepted with the note %j, and audited', async (note, reason) => {
    const { status, body } = await send(await makeEpisode(world, 'published'), 'en', srt, note);
    expect(status).toBe(201);
    const { rows } = await world.database.pool.query('select reason from audit_entries where target_id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ reason }]);
  });

  it('have no playbackId, like images, and are in our own storage', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const { body } = await send(episodeId, 'en', srt);
    const poster = (await image(await picture(20, 20).png().toBuffer(), 'poster')).body;
    for (const asset of [body, poster]) expect(asset).toMatchObject({ provider: 'storage', playbackId: null });
    const shown = await editor.get<{ captions: object[] }>(`/admin/episodes/${episodeId}`);
    expect(shown.body.captions).toMatchObject([{ id: body.id, playbackId: null }]);
  });

  it('that are uploaded twice concurrently are stored once', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(episodeId, 'id', srt)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const { body } = await editor.get<{ items: object[] }>(`/admin/media/assets?episodeId=${episodeId}&lang=id`);
    expect(body.items).toHaveLength(1);
  });

  it('that are invalid are refused with the line', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const backwards = '1\n00:00:02,000 --> 00:00:01,000\nHello\n';
    expect((await send(episodeId, 'en', backwards)).body).toEqual({
      statusCode: 400,
      error: 'invalid_caption',
      line: 2,
      problem: 'ends before it begins',
    });
    expect((await send(episodeId, 'en', '')).body).toMatchObject({ error: 'invalid_caption', line: 1 });
    expect((await send(episodeId, 'fr', srt)).body).toMatchObject({ error: 'validation_failed' });
    expect((await send(newId(), 'en', srt)).status).toBe(404);
    expect((await send(episodeId, 'en', Buffer.alloc(2 * 1024 * 1024 + 1, 'x'))).status).toBe(413);
  });
});

describe('the media of an episode', () => {
  it('are set with warnings about unsuitable files', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const url = `/admin/episodes/${episodeId}/media`;
    const small = (await image(await picture(640, 640).png().toBuffer())).body;
    const good = (await image(await picture(1920, 1080).webp().toBuffer())).body;
    const video = (await direct()).body;
    const linked = await editor.put<{ warnings: object[]; thumb_asset_id: string }>(url, {
      mediaAssetId: video.assetId,
      thumbAssetId: small.id,
    });
    expect(linked.body.warnings).toEqual([
      { code: 'media_not_ready', status: 'uploading' },
      { code: 'thumb_not_recommended', width: 640, height: 640 },
    ]);
    const better = await editor.put<{ warnings: object[]; mediaAssetId: string }>(url, { thumbAssetId: good.id });
    expect(better.body).toMatchObject({ mediaAssetId: video.assetId, thumb_asset_id: good.id });
    expect(better.body.warnings).toEqual([{ code: 'media_not_ready', status: 'uploading' }]);
    expect((await editor.put(url, { mediaAssetId: good.id })).body).toMatchObject({ error: 'validation_failed' });
    expect((await editor.put(url, { mediaAssetId: newId() })).status).toBe(404);
    const details = [{ path: 'thumbAssetId' }];
    expect((await editor.put(url, { thumbAssetId: video.assetId })).body).toMatchObject({ details });
    const missing = { statusCode: 404, field: 'thumbAssetId' };
    expect((await editor.put(url, { thumbAssetId: newId() })).body).toMatchObject(missing);
    const cleared = await editor.put(url, { mediaAssetId: null, thumbAssetId: null });
    expect(cleared.body).toMatchObject({ mediaAssetId: null, thumb_asset_id: null, warnings: [] });
  });

  it('can be a frame of a vertical video of the same size', async () => {
    const url = `/admin/episodes/${await makeEpisode(world, 'draft')}/media`;
    for (const [width, height, isAdvised] of [
      [720, 1280, true],
      [1080, 1920, true],
      [540, 960, false],
      [720, 1000, false],
    ] as const) {
      const frame = (await image(await picture(width, height).jpeg().toBuffer())).body;
      const { body } = await editor.put(url, { thumbAssetId: frame.id });
      const warnings = isAdvised ? [] : [{ code: 'thumb_not_recommended', width, height }];
      expect(body).toMatchObject({ warnings });
    }
  });

  it('from another series are linked with a warning', async () => {
    const [own, other] = [await makeEpisode(world, 'draft'), await makeEpisode(world, 'draft')];
    const { assetId: mediaAssetId } = (await direct({ episodeId: other })).body;
    const link = (id: string) =>
      editor.put<{ warnings: { code: string }[] }>(`/admin/episodes/${id}/media`, { mediaAssetId });
    const codesOf = async (id: string) => (await link(id)).body.warnings.map(({ code }) => code);
    expect(await codesOf(own)).toEqual(['media_of_another_series', 'media_not_ready']);
    expect(await codesOf(other)).toEqual(['media_not_ready']);
  });

  it('are unlinked when the asset is deleted; the dry run lists where', async () => {
    const episodeId = await makeEpisode(world, 'draft');
    const thumb = (await image(await picture(1280, 720).png().toBuffer())).body;
    await editor.put(`/admin/episodes/${episodeId}/media`, { thumbAssetId: thumb.id });
    const dry = await editor.delete<{ effects: { changes: { type: string; id: string }[] } }>(
      `/admin/media/assets/${thumb.id}?dryRun=true`,
    );
    expect(dry.body.effects.changes).toMatchObject([{ type: 'episode', id: episodeId }, { type: 'media_asset' }]);
    const note = 'Wrong picture';
    expect((await editor.delete(`/admin/media/assets/${thumb.id}?note=Wrong%20picture`)).status).toBe(204);
    const entries = `select reason from audit_entries where target_id = $1 and action = 'media.delete'`;
    expect((await world.database.pool.query(entries, [thumb.id])).rows).toEqual([{ reason: note }]);
    expect((await editor.get(`/admin/episodes/${episodeId}`)).body).toMatchObject({ thumb_asset_id: null });
    expect((await editor.get(`/admin/media/assets/${thumb.id}`)).status).toBe(404);
    const kept = 'select kind, deleted_at from media_assets where id = $1';
    const row = { kind: 'thumb', deleted_at: expect.any(Date) };
    expect((await world.database.pool.query(kept, [thumb.id])).rows).toEqual([row]);
  });
});

describe('the library', () => {
  it('names the series or episode of a file, and returns the requested files', async () => {
    const titleI18n = { ar: 'عروس الميناء' };
    const bytes = await picture(20, 20).png().toBuffer();
    const seriesId = await makeSeries(world, 'draft', { title: 'The Harbour Bride', titleI18n });
    const episodeId = await makeEpisode(world, 'draft', seriesId, 3);
    const send = async (fields: Record<string, string>) =>
      (await editor.upload<AssetBody>('/admin/media/uploads/image', fields, { name: 'a.png', bytes })).body;
    const poster = await send({ kind: 'poster', seriesId });
    const thumb = await send({ kind: 'thumb', episodeId });
    const nobodys = await send({ kind: 'thumb' });
    const ids = [poster.id, thumb.id.toUpperCase(), nobodys.id, newId(), 'no-id'];
    const analyst = await makeAdminActor(world, 'analyst');
    const { body } = await analyst.get<{ items: AssetBody[] }>(`/admin/media/assets?ids=${ids.join(',')}`);
    const series = { seriesId, seriesTitle: 'The Harbour Bride', seriesTitleI18n: titleI18n };
    expect(body.items.map(({ id, belongsTo }) => [id, belongsTo])).toEqual([
      [nobodys.id, null],
      [thumb.id, { ...series, episodeNumber: 3, title: 'Episode 3', titleI18n: {} }],
      [poster.id, { ...series, episodeNumber: null, title: 'The Harbour Bride', titleI18n }],
    ]);
    expect(poster.belongsTo).toMatchObject(series);
  });

  it('is filtered by kind, status, series, episode and language', async () => {
    const seriesId = await makeSeries(world, 'draft');
    const episodeId = await makeEpisode(world, 'draft', seriesId);
    const video = (await direct({ episodeId })).body;
    const other = (await direct({ seriesId })).body;
    const png = await picture(20, 20).png().toBuffer();
    const upload = async (url: string, fields: Record<string, string>, name: string, bytes: Buffer | string) =>
      (await editor.upload<AssetBody>(`/admin/media/${url}`, fields, { name, bytes })).body.id;
    const pictures: string[] = [];
    for (const kind of ['poster', 'hero', 'thumb'])
      pictures.unshift(await upload('uploads/image', { kind, seriesId }, 'a.png', png));
    const words = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi';
    const caption = await upload('captions', { episodeId, lang: 'ar' }, 'a.vtt', words);
    const analyst = await makeAdminActor(world, 'analyst');
    const found = async (query: string) =>
      (await analyst.get<{ items: AssetBody[] }>(`/admin/media/assets?${query}`)).body.items;
    const idsOf = async (query: string) => (await found(query)).map(({ id }) => id);
    expect(await idsOf(`episodeId=${episodeId}`)).toEqual([caption, video.assetId]);
    expect(await idsOf(`seriesId=${seriesId}`)).toEqual([caption, ...pictures, other.assetId, video.assetId]);
    const kinds = { thumb: [pictures[0]], hero: [pictures[1]], poster: [pictures[2]], caption: [caption] };
    for (const [kind, ids] of Object.entries(kinds))
      expect(await idsOf(`seriesId=${seriesId}&kind=${kind}`)).toEqual(ids);
    expect(await idsOf(`seriesId=${seriesId}&kind=video`)).toEqual([other.assetId, video.assetId]);
    expect(await idsOf(`seriesId=${seriesId}&status=uploading`)).toEqual([other.assetId, video.assetId]);
    expect(await idsOf(`seriesId=${seriesId}&lang=ar`)).toEqual([caption]);
    expect(await idsOf(`seriesId=${newId()}`)).toEqual([]);
    expect((await found(`episodeId=${episodeId}&kind=video`))[0]).toMatchObject({
      id: video.assetId,
      kind: 'video',
      seriesId,
      episodeId,
      provider: 'video_provider',
      lang: null,
      providerId: video.providerId,
      playbackId: null,
      status: 'uploading',
      createdAt: expect.any(String),
      durationS: null,
      width: null,
      height: null,
    });
  });
});
