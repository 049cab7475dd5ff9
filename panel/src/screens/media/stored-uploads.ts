import { ApiError } from '../../api/errors.ts';
import { shownAdmin } from '../../ui/signed-in.ts';
import { captionLanguages } from './choices.ts';
import type { CaptionLanguage } from './match.ts';

/**
 * Uploads that an admin began in this browser and that have not ended well: after a reload they go on with the same file,
 * or still say why they failed.
 */

/** Of earlier versions of the panel: it does not say whose they are. */
const unownedKey = 'cliffhanger.uploads';
const ownKey = (): string => `cliffhanger.uploads-of.${shownAdmin()}`;

export interface UploadTarget {
  readonly seriesId?: string;
  readonly episodeId?: string;
  /** Of captions, which go in one piece. */
  readonly lang?: CaptionLanguage;
  /** Why captions change that viewers see at once. */
  readonly note?: string;
}

export interface StoredUpload {
  readonly key: string;
  /** Null until the server has announced it. */
  readonly assetId: string | null;
  readonly name: string;
  readonly size: number;
  /** What the file is for, in the operator's words at that time. */
  readonly label: string;
  readonly target: UploadTarget;
  /** The failed file that is deleted once this one has arrived. */
  readonly replaces: string | null;
  /** All of it has arrived; the provider may still refuse it. */
  readonly hasArrived: boolean;
  readonly fault: ApiError | null;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function targetIn(value: unknown): UploadTarget {
  const fields = fieldsOf(value);
  const [seriesId, episodeId, note] = [textOf(fields.seriesId), textOf(fields.episodeId), textOf(fields.note)];
  const lang = captionLanguages.find((one) => one === fields.lang);
  return {
    ...(seriesId && { seriesId }),
    ...(episodeId && { episodeId }),
    ...(lang && { lang }),
    ...(note && { note }),
  };
}

function faultIn(value: unknown): ApiError | null {
  const { code, status, extras } = fieldsOf(value);
  return typeof code === 'string' && typeof status === 'number' ? new ApiError(code, status, fieldsOf(extras)) : null;
}

/** Earlier versions of the panel kept what had been announced alone, by the id of its file. */
function uploadIn(value: unknown): StoredUpload[] {
  const fields = fieldsOf(value);
  const { size } = fields;
  const [assetId, name, label] = [textOf(fields.assetId), textOf(fields.name), textOf(fields.label)];
  const key = textOf(fields.key) ?? assetId;
  if (key === null || name === null || label === null || typeof size !== 'number') return [];
  const [target, fault] = [targetIn(fields.target), faultIn(fields.fault)];
  const replaces = textOf(fields.replaces);
  return [{ key, assetId, name, size, label, target, replaces, hasArrived: fields.hasArrived === true, fault }];
}

export function storedUploads(): StoredUpload[] {
  try {
    localStorage.removeItem(unownedKey);
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey()) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(uploadIn) : [];
  } catch {
    return [];
  }
}

function save(list: readonly StoredUpload[]): void {
  const shown = list.map(({ fault, ...one }) => ({
    ...one,
    fault: fault && { code: fault.code, status: fault.status, extras: fault.extras },
  }));
  try {
    localStorage.setItem(ownKey(), JSON.stringify(shown));
  } catch {
    // Where the browser keeps nothing, the upload goes on; after a reload it begins anew.
  }
}

export function storeUpload(one: StoredUpload): void {
  const list = storedUploads();
  const isKnown = list.some(({ key }) => key === one.key);
  save(isKnown ? list.map((other) => (other.key === one.key ? one : other)) : [...list, one]);
}

export function removeStoredUpload(key: string): void {
  save(storedUploads().filter((one) => one.key !== key));
}
