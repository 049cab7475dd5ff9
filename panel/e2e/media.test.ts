import { describe, expect, it } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { demoAdmin } from './harness/content.ts';
import {
  type Asset,
  draftSeries,
  failedVideo,
  playableClip,
  sendTusChunk,
  sendUnmatchedWebhook,
} from './harness/media.ts';

const { server, visitAs } = testBrowser();

const videoFile = (name: string, bytes: Uint8Array) => ({ name, mimeType: 'video/webm', buffer: Buffer.from(bytes) });

describe('the upload centre', () => {
  it('goes on after a pause and a reload where it stopped, and the episode plays', async () => {
    const story = await draftSeries(server);
    const bytes = await playableClip(server);
    const half = Math.floor(bytes.length / 2);
    const { page } = await visitAs('content_manager');
    await page.goto(`/uploads?series=${story.id}`);
    await page
      .getByRole('combobox', { name: 'Series' })
      .getByRole('option', { selected: true, name: story.title })
      .waitFor({ state: 'attached' });
    await page.getByLabel('Drop videos and captions here').setInputFiles(videoFile('S01E03.webm', bytes));
    const match = page.getByLabel('Episode of S01E03.webm');
    await page.getByText('Matched by file name').waitFor();
    await expect.poll(() => match.inputValue()).toBe(story.episodes[2]?.id);
    await match.selectOption({ label: 'Episode 2 · Crossing 2' });
    await page.getByText('Chosen by you').waitFor();

    // A line that breaks: half of the file arrives, and nobody says so.
    let broken = false;
    await page.route('**/media/uploads/**', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await sendTusChunk(route.request().url(), bytes.slice(0, half));
      broken = true;
    });
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect.poll(() => broken).toBe(true);
    await page.getByRole('button', { name: 'Pause S01E03.webm' }).click();
    await page.getByText('Paused').waitFor();

    await page.unroute('**/media/uploads/**');
    await page.reload();
    await page.getByText('Choose the file again to resume.').waitFor();
    await page.getByText('Paused · 50%').or(page.getByText('Paused · 49%')).waitFor();
    const chooser = page.getByLabel('File to resume: S01E03.webm');
    await chooser.setInputFiles(videoFile('another.webm', bytes));
    await page.getByText('That is a different file.').waitFor();
    const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
    await chooser.setInputFiles(videoFile('S01E03.webm', bytes));
    expect((await resumed).headers()['upload-offset']).toBe(String(half));
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 });

    await page.getByRole('link', { name: 'Open the episode' }).click();
    await page.waitForURL(`**/episodes/${story.episodes[1]?.id}`);
    const video = page.locator('video');
    await video.waitFor();
    await video.evaluate((player: HTMLVideoElement) => player.play());
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    const storedUploads = () =>
      page.evaluate(() => {
        const owner = localStorage.getItem('cliffhanger.signed-in');
        return localStorage.getItem(`cliffhanger.uploads-of.${owner}`);
      });
    await expect.poll(storedUploads).toBe('[]');
  });

  it('lets nothing start while two files are for one episode', async () => {
    const story = await draftSeries(server);
    const { page } = await visitAs('content_manager');
    await page.goto(`/uploads?series=${story.id}`);
    const bytes = new Uint8Array(2000);
    await page
      .getByLabel('Drop videos and captions here')
      .setInputFiles([videoFile('ep 1.mp4', bytes), videoFile('01 - x.mp4', bytes)]);
    await page.getByText('Two files are for the same episode: they are not uploaded.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Upload 2 files' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove 01 - x.mp4' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Upload 1 file' }).isDisabled()).toBe(false);
  });
});

describe('captions that were refused', () => {
  it('are still listed with the reason after a reload, and another file takes their place', async () => {
    const story = await draftSeries(server, 1);
    const { page } = await visitAs('content_manager');
    await page.goto(`/uploads?series=${story.id}`);
    const srtFile = (name: string, from: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`1\n${from} --> 00:00:02,000\nThe ferry leaves at dawn.\n`),
    });
    await page.getByLabel('Drop videos and captions here').setInputFiles(srtFile('ep_01.ar.srt', '00:00:09,000'));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    const reason = page.getByText('The caption file has a mistake in line 2: the caption ends before it begins.');
    await reason.waitFor();
    await page.reload();
    await reason.waitFor();
    const chooser = page.getByLabel('Choose another file: ep_01.ar.srt');
    await chooser.setInputFiles(srtFile('better.srt', '00:00:01,000'));
    await page.getByText('better.srt').waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.getByText('ep_01.ar.srt').count()).toBe(0);
  });
});

describe('an episode', () => {
  const srt = (time: string) => Buffer.from(`1\n00:00:01,000 --> ${time}\nThe ferry leaves at dawn.\n`);

  it('shows the line of refused captions, and takes correct ones', async () => {
    const story = await draftSeries(server, 1);
    const { page } = await visitAs('content_manager');
    await page.goto(`/episodes/${story.episodes[0]?.id}`);
    const arabic = page.getByRole('listitem', { name: 'Captions in Arabic' });
    const input = arabic.getByLabel('Captions in Arabic');
    await arabic.getByText('None yet').waitFor();
    await input.setInputFiles({ name: 'bad.srt', mimeType: 'text/plain', buffer: srt('00:00:99,000') });
    const fault = arabic.getByText('The caption file has a mistake in line 2: the times are not written correctly');
    await fault.waitFor();
    // Its example is shown as it must be typed: the font would draw --> as one arrow.
    expect(await fault.evaluate((shown) => getComputedStyle(shown).fontVariantLigatures)).toBe('no-contextual');
    await input.setInputFiles({ name: 'good.srt', mimeType: 'text/plain', buffer: srt('00:00:03,000') });
    await arabic.getByText('good.srt').waitFor();
    await arabic.getByRole('button', { name: 'Replace' }).waitFor();
    await expect.poll(() => arabic.getByRole('alert').count()).toBe(0);
  });

  it('takes a frame of its video as the thumbnail, and says what is wrong with it', async () => {
    const story = await draftSeries(server, 1);
    const bytes = await playableClip(server);
    const { page } = await visitAs('content_manager');
    const episode = story.episodes[0]?.id;
    const editor = await demoAdmin(server, 'content_manager');
    const begun = await editor.call<{ uploadUrl: string }>('POST', '/v1/admin/media/uploads/direct', {
      kind: 'video',
      episodeId: episode,
      sizeBytes: bytes.length,
      meta: { sourceFileName: 'one.webm' },
    });
    await sendTusChunk(begun.uploadUrl, bytes);
    await expect
      .poll(async () => (await editor.call<{ media: unknown }>('GET', `/v1/admin/episodes/${episode}`)).media, {
        timeout: 30_000,
      })
      .not.toBeNull();
    await page.goto(`/episodes/${episode}`);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await page.getByRole('button', { name: 'Use the current frame' }).click();
    await page.getByRole('button', { name: 'In use: frame.jpg' }).waitFor();
    await page.getByText('The thumbnail should be 1280 × 720 or larger').waitFor();
    await page.getByText('Recommended').first().waitFor();
  });

  it('shows the video that it is linked to, though it was sent for no episode', async () => {
    const story = await draftSeries(server, 1);
    const bytes = await playableClip(server);
    const editor = await demoAdmin(server, 'content_manager');
    const begun = await editor.call<{ uploadUrl: string; assetId: string }>('POST', '/v1/admin/media/uploads/direct', {
      kind: 'video',
      sizeBytes: bytes.length,
      meta: { sourceFileName: 'elsewhere.webm' },
    });
    await sendTusChunk(begun.uploadUrl, bytes);
    const episode = story.episodes[0]?.id;
    await editor.call('PUT', `/v1/admin/episodes/${episode}/media`, { mediaAssetId: begun.assetId });
    const { page } = await visitAs('content_manager');
    await page.goto(`/episodes/${episode}`);
    const row = page.getByRole('row').filter({ hasText: 'elsewhere.webm' });
    await row.getByText('Linked').waitFor();
    await expect.poll(() => row.count()).toBe(1);
  });
});

describe('the artwork of a series', () => {
  const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

  it('is dropped in its editor, taken back, and refused where it is no picture', async () => {
    const story = await draftSeries(server, 0);
    const { page } = await visitAs('content_manager');
    await page.goto(`/series/${story.id}`);
    const poster = page.getByRole('figure').filter({ hasText: 'Poster' });
    const input = poster.locator('input[type=file]');
    await input.setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await poster.getByText('This file type is not accepted.').waitFor();
    const picture = Buffer.from(onePixel, 'base64');
    await input.setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: picture });
    await poster.getByRole('img', { name: 'Poster' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await poster.getByText('None yet').waitFor();
  });
});

describe('the media library', () => {
  it('takes another file in the place of one that is at fault', async () => {
    const { sourceFileName } = await failedVideo(server);
    const { page } = await visitAs('content_manager');
    await page.goto('/library');
    const row = page.getByRole('table', { name: 'Needs attention' }).getByRole('row', { name: sourceFileName });
    await row.getByText('The file is not a playable video').waitFor();
    const asked = page.waitForEvent('filechooser');
    await row.getByRole('button', { name: 'Choose another file' }).click();
    await (await asked).setFiles(videoFile('better.webm', await playableClip(server)));
    await page.waitForURL(/\/uploads/);
    await page.getByText('better.webm').waitFor();
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 });
    await page.goto('/library');
    await page.getByText('better.webm').waitFor();
    expect(await page.getByText(sourceFileName).count()).toBe(0);
  });

  it('queues what failed with the reason, and tries it again through the review dialog', async () => {
    const { id, sourceFileName, attempts } = await failedVideo(server);
    const { page } = await visitAs('content_manager');
    // What failed for another reason than its file.
    await page.route('**/v1/admin/media/assets?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('not_a_video', 'rejected') });
    });
    await page.goto('/library');
    const row = page.getByRole('table', { name: 'Needs attention' }).getByRole('row', { name: sourceFileName });
    await row.getByText('The video provider refused the file').waitFor();
    await row.getByRole('button', { name: 'Try again' }).click();
    const sheet = page.getByRole('dialog', { name: `Try “${sourceFileName}” again` });
    await expect.poll(() => sheet.getByRole('row', { name: /^Status/ }).innerText()).toMatch(/Failed\s+Processing/);
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.waitFor({ state: 'hidden' });
    const editor = await demoAdmin(server, 'content_manager');
    const after = await editor.call<Asset>('GET', `/v1/admin/media/assets/${id}`);
    expect(after.attempts).toBe(attempts + 1);
  });

  it('says at the button why a video that viewers see cannot be deleted', async () => {
    await playableClip(server);
    const { page } = await visitAs('content_manager');
    await page.goto('/library?kind=video&status=ready');
    const row = page
      .getByRole('table', { name: 'Media library' })
      .getByRole('link', { name: /the-harbour-bride-final/ });
    await row.click();
    const button = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await button.hover();
    await page.getByRole('tooltip', { name: 'Used by a scheduled, published or archived episode.' }).waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the webhook inbox', () => {
  it('shows what an unmatched message says, and replays it through the review dialog', async () => {
    const eventId = await sendUnmatchedWebhook(server);
    const { page } = await visitAs('superadmin');
    await page.goto('/webhooks');
    await page.getByLabel('Status').selectOption({ label: 'Unmatched' });
    await page.waitForURL(/outcome=unmatched/);
    const unmatched = page.getByRole('row').filter({ hasText: 'Unmatched' });
    await unmatched.getByRole('link', { name: 'Video is processing' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Video is processing' });
    await drawer.getByText(`elsewhere-${eventId}`).waitFor();
    await drawer.getByRole('button', { name: 'Replay' }).click();
    const sheet = page.getByRole('dialog', { name: /^Replay the message/ });
    await sheet.getByText('It still matches nothing.').waitFor();
    await sheet.getByRole('button', { name: 'Replay' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await drawer.getByText('Last replay').waitFor();
  });
});
