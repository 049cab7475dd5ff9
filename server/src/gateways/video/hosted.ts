import { createHash, createHmac, type KeyObject, sign } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { type Static, Type } from 'typebox';
import { refuse, unavailable } from '../../kit/errors.ts';
import type { Headers } from '../../kit/http/endpoint.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { readJsonBody } from '../../kit/json.ts';
import { invalidSignature, isSame, verifyMessage } from '../../kit/webhooks.ts';
import { steadyExpiry } from '../files/links.ts';
import type { Callback, NewUpload, VideoProvider, VideoReport } from './provider.ts';

/**
 * A hosted stream service: it provides tus URLs for browsers, transcodes, and calls a webhook with a signature
 * `time=…,sig1=…`. The reconciliation job queries it by id.
 */

export interface HostedOptions {
  /** Of the account, such as https://stream.example/client/v4/accounts/<id>/stream */
  readonly apiUrl: string;
  /** Base URL of playback, such as https://customer-<code>.stream.example */
  readonly playbackUrl: string;
  readonly token: string;
  /** Signs playback tokens. */
  readonly signingKey: SigningKey;
  readonly secrets: readonly string[];
  readonly now?: () => Date;
}

export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

const callMs = 15_000;
/** Signing takes a millisecond, so tokens, which are the same for an hour, are remembered. */
const maxTokens = 5_000;

/** An RS256 token that lets its holder play one video. */
function signToken({ id: kid, privateKey }: SigningKey, sub: string, expiresAt: Date): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(expiresAt.getTime() / 1000);
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode({ sub, kid, exp })}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const Video = Type.Object({
  uid: Type.String(),
  readyToStream: Type.Optional(Type.Boolean()),
  status: Type.Object({
    state: Type.String(),
    errorReasonCode: Type.Optional(Type.String()),
  }),
  duration: Type.Optional(Type.Number()),
  input: Type.Optional(Type.Object({ width: Type.Optional(Type.Number()), height: Type.Optional(Type.Number()) })),
  thumbnail: Type.Optional(Type.String()),
});
type Video = Static<typeof Video>;

const readVideo = parseOrUndefined(Video);
const readAnswer = parseOrUndefined(Type.Object({ result: Video }));

/** Other states, including unknown ones, mean processing. */
const states: Readonly<Record<string, VideoReport['status']>> = {
  pendingupload: 'uploading',
  ready: 'ready',
  error: 'failed',
};

export function reportOf(video: Video): VideoReport {
  const status = states[video.status.state] ?? 'processing';
  const { uid: providerId, thumbnail } = video;
  const ready = { playbackId: providerId, thumbnails: thumbnail ? [{ url: thumbnail, timeS: 0 }] : [] };
  const failed = { error: video.status.errorReasonCode ?? 'rejected' };
  const outcome = { uploading: {}, processing: {}, ready, failed }[status];
  return { providerId, status, ...sizesOf(video), ...outcome };
}

/** Duration and size are -1 until known. */
function sizesOf({ duration = -1, input: { width = -1, height = -1 } = {} }: Video) {
  return { ...(duration >= 0 && { durationS: duration }), ...(width > 0 && height > 0 && { width, height }) };
}

export function createHosted(options: HostedOptions): VideoProvider {
  const { apiUrl, playbackUrl, signingKey, now = () => new Date() } = options;
  const tokens = new QuickLRU<string, string>({ maxSize: maxTokens });
  /** The service accepts a token in place of the id of a video. */
  const tokenFor = (playbackId: string, expiresAt: Date): string => {
    const name = `${playbackId} ${expiresAt.getTime()}`;
    const token = tokens.get(name) ?? signToken(signingKey, playbackId, expiresAt);
    tokens.set(name, token);
    return token;
  };
  const streamLink = (playbackId: string) => {
    const expiresAt = steadyExpiry(now());
    return { url: `${playbackUrl}/${tokenFor(playbackId, expiresAt)}/manifest/video.m3u8`, expiresAt };
  };
  return {
    createUpload: (upload) => createUpload(options, upload),
    uploadUrl: (uploadRef) => uploadRef,
    streamLink,
    fileUrl: (playbackId) => streamLink(playbackId).url,
    thumbnailUrl: (playbackId, url) => url.replace(`/${playbackId}/`, `/${tokenFor(playbackId, steadyExpiry(now()))}/`),
    async find(providerId) {
      const answer = await call(options, 'GET', `${apiUrl}/${encodeURIComponent(providerId)}`);
      if (answer.status === 404) return undefined;
      const video = answer.ok ? readAnswer(await answer.json())?.result : undefined;
      return video ? reportOf(video) : refuse(unavailable);
    },
    // The service has no retry; the next query reports the result.
    async retry() {},
    async remove(providerId) {
      const answer = await call(options, 'DELETE', `${apiUrl}/${encodeURIComponent(providerId)}`);
      if (!answer.ok && answer.status !== 404) throw new Error(`the stream service answered ${answer.status}`);
    },
    readCallback: (headers, body) => readCallback(options, headers, body),
    sweep: async () => 0,
    sample: async () => [],
    listTrash: async () => [],
    restore: async () => false,
    emptyTrash: async () => 0,
    routes: [],
    start: async () => {},
    stop: async () => {},
  };
}

function call({ token }: HostedOptions, method: string, url: string, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${token}`, ...headers };
  const signal = AbortSignal.timeout(callMs);
  return fetch(url, { method, headers: all, redirect: 'manual', signal }).catch((): never => refuse(unavailable));
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** Requests an upload URL for one file of known length, usable without our credential. */
async function createUpload(options: HostedOptions, upload: NewUpload) {
  const { sizeBytes, fileName, expiresAt, maxDurationS } = upload;
  const metadata = [
    `name ${inBase64(fileName)}`,
    `maxDurationSeconds ${inBase64(String(maxDurationS))}`,
    `expiry ${inBase64(expiresAt.toISOString())}`,
    'requiresignedurls',
  ];
  const answer = await call(options, 'POST', `${options.apiUrl}?direct_user=true`, {
    'tus-resumable': '1.0.0',
    'upload-length': String(sizeBytes),
    'upload-metadata': metadata.join(','),
  });
  const location = answer.headers.get('location');
  const providerId = answer.headers.get('stream-media-id');
  if (answer.status !== 201 || !location || !providerId || !URL.canParse(location)) return refuse(unavailable);
  return { providerId, uploadRef: location };
}

/** Signed by the service, or according to Standard Webhooks. */
function readCallback({ secrets }: HostedOptions, headers: Headers, body: Buffer): Callback {
  const signature = headers['webhook-signature'];
  const parts = typeof signature === 'string' ? /^time=(\d{1,12}),sig1=([0-9a-f]{64})$/.exec(signature) : null;
  if (!parts) return { message: verifyMessage(secrets, headers, body), payload: readJsonBody(body) };
  const [, time = '', sig = ''] = parts;
  const given = Buffer.from(sig, 'hex');
  const isOurs = secrets.some((secret) =>
    isSame(given, createHmac('sha256', secret).update(`${time}.`).update(body).digest()),
  );
  if (!isOurs) return refuse(invalidSignature);
  // Messages have no id: equal bodies are the same message.
  const id = createHash('sha256').update(body).digest('hex');
  const message = { id, sentAt: new Date(Number(time) * 1000) };
  const said = readJsonBody(body);
  if (said === undefined) return { message, payload: undefined };
  const video = readVideo(said);
  return { message, payload: video ? reportOf(video) : null };
}
