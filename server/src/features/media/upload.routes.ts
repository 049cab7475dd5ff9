import { acceptedImages } from '../../gateways/images/picture.ts';
import { clock } from '../../kit/db/database.ts';
import {
  fieldLocked,
  notFound,
  refuse,
  refuseField,
  storageFull,
  unavailable,
  unsupportedMediaType,
} from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { adminEndpoint } from '../access/public.ts';
import { exampleEpisode } from '../catalog/public.ts';
import { addCaption, addImage, addVideo, findOwner, mustTakeCaptions, mustTakeVideo } from './actions/uploads.ts';
import { readCaptions } from './captions.ts';
import { invalidCaption, uploadTooLarge } from './errors.ts';
import { storePendingFile } from './folder.ts';
import { type MediaGateways, urlsOf } from './gateways.ts';
import { maxCaptionBytes, maxDurationS, maxImageBytes, uploadLifeMs } from './rules.ts';
import {
  Asset,
  CaptionFields,
  DirectUpload,
  DirectUploadBody,
  ImageFields,
  type MediaUrls,
  showAsset,
} from './schema.ts';

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const oneCue = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nThe ferry leaves at dawn.\n').toString('base64');

const pictureFaults = {
  too_large: 'has more than 40 megapixels',
  too_costly: 'takes too much memory or time to be read',
  broken: 'is not a whole image',
};

async function pictureOf({ reencode }: MediaGateways, given: Buffer) {
  const result = await reencode(given);
  if ('picture' in result) return result.picture;
  if (result.error === 'other_format') return refuse(unsupportedMediaType, { accepted: [...acceptedImages] });
  return refuseField('file', pictureFaults[result.error]);
}

const directUpload = (gateways: MediaGateways, urls: MediaUrls): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/media/uploads/direct',
    access: ['catalog:write'],
    dryRun: false,
    summary: 'Start the upload of a video',
    description: 'Send the file to `uploadUrl` with the tus protocol, in one or several requests, within 24 hours.',
    body: DirectUploadBody,
    reply: DirectUpload,
    errors: [notFound, fieldLocked, uploadTooLarge, unavailable, storageFull],
    example: {
      body: {
        kind: 'video',
        episodeId: exampleEpisode.id,
        sizeBytes: 52_428_800,
        meta: { sourceFileName: 'ferry-final.mp4' },
      },
    },
    prepare: async ({ database, body }) => {
      const {
        sizeBytes,
        meta: { sourceFileName: fileName },
      } = body;
      const owner = await findOwner(database.db, body);
      await mustTakeVideo(database.db, owner);
      if (sizeBytes > gateways.maxBytes) return refuse(uploadTooLarge, { maxBytes: gateways.maxBytes });
      const expiresAt = new Date((await clock(database.db)).getTime() + uploadLifeMs);
      const result = await gateways.video.createUpload({ sizeBytes, fileName, expiresAt, maxDurationS });
      return { ...result, owner, sizeBytes, fileName };
    },
    run: async (ctx, { prepared }) => {
      const { id: assetId } = await addVideo(ctx, prepared);
      const { providerId, uploadRef } = prepared;
      return { assetId, uploadUrl: urls.upload(uploadRef), providerId };
    },
  });

const imageUpload = (gateways: MediaGateways, urls: MediaUrls): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/media/uploads/image',
    access: ['catalog:write'],
    status: 201,
    dryRun: false,
    summary: 'Upload an image',
    description: 'JPEG, PNG or WebP, detected by content. The image is re-encoded without metadata.',
    body: ImageFields,
    upload: { maxBytes: maxImageBytes },
    reply: Asset,
    errors: [notFound, unavailable, storageFull],
    example: { body: { kind: 'poster' }, file: { name: 'poster.png', base64: onePixel } },
    prepare: async ({ database, body, file }) => {
      const owner = await findOwner(database.db, body);
      const { bytes, extension, width, height } = await pictureOf(gateways, file.bytes);
      // Thumbnails show what happens in paid episodes.
      const isProtected = body.kind === 'thumb';
      const stored = await storePendingFile(database, gateways, bytes, extension, { isProtected });
      return { owner, kind: body.kind, stored, sizeBytes: bytes.length, fileName: file.name, width, height };
    },
    run: async (ctx, { prepared }) => showAsset(await addImage(ctx, prepared), urls, ctx.caller),
  });

const captionUpload = (gateways: MediaGateways, urls: MediaUrls): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/media/captions',
    access: ['catalog:write'],
    status: 201,
    dryRun: false,
    summary: 'Upload captions for an episode',
    description:
      'SRT or WebVTT in UTF-8; stored as WebVTT. Replaces captions of the same language. The optional `note` is kept in the audit log.',
    body: CaptionFields,
    upload: { maxBytes: maxCaptionBytes },
    reply: Asset,
    errors: [notFound, fieldLocked, invalidCaption, unavailable, storageFull],
    example: { body: { episodeId: exampleEpisode.id, lang: 'en' }, file: { name: 'en.srt', base64: oneCue } },
    prepare: async ({ database, body, file }) => {
      const owner = await findOwner(database.db, { episodeId: body.episodeId });
      await mustTakeCaptions(database.db, owner);
      const read = readCaptions(file.bytes);
      if (!('vtt' in read)) return refuse(invalidCaption, read);
      const bytes = Buffer.from(read.vtt);
      const stored = await storePendingFile(database, gateways, bytes, 'vtt');
      return { owner, stored, sizeBytes: bytes.length, fileName: file.name };
    },
    run: async (ctx, { body: { lang, note }, prepared }) => {
      const episodeId = prepared.owner.episode_id ?? refuse(notFound);
      return showAsset(await addCaption(ctx, { ...prepared, episodeId, lang, note }), urls, ctx.caller);
    },
  });

export const uploadRoutes = (gateways: MediaGateways): Endpoint[] => {
  const urls = urlsOf(gateways);
  return [directUpload(gateways, urls), imageUpload(gateways, urls), captionUpload(gateways, urls)];
};
