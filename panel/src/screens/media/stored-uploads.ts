import { isText } from '../../ui/draft.ts';
import { shownAdmin } from '../../ui/signed-in.ts';

/**
 * Uploads that an admin began in this browser and that have not ended: after a reload they go on with the same file.
 */

/** Of earlier versions of the panel: it does not say whose they are. */
const unownedKey = 'cliffhanger.uploads';
const ownKey = (): string => `cliffhanger.uploads-of.${shownAdmin()}`;

export interface StoredUpload {
  readonly assetId: string;
  readonly name: string;
  readonly size: number;
  /** What the file is for, in the operator's words at that time. */
  readonly label: string;
  /** What the video was announced for. Earlier versions did not store it. */
  readonly target?: VideoTarget;
}

interface VideoTarget {
  readonly seriesId?: string;
  readonly episodeId?: string;
}

const isTarget = (value: unknown): value is VideoTarget =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

const isStoredUpload = (value: unknown): value is StoredUpload =>
  typeof value === 'object' &&
  value !== null &&
  'assetId' in value &&
  typeof value.assetId === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'size' in value &&
  typeof value.size === 'number' &&
  'label' in value &&
  typeof value.label === 'string' &&
  (!('target' in value) || isTarget(value.target));

export function storedUploads(): StoredUpload[] {
  try {
    localStorage.removeItem(unownedKey);
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredUpload) : [];
  } catch {
    return [];
  }
}

function save(list: readonly StoredUpload[]): void {
  try {
    localStorage.setItem(ownKey(), JSON.stringify(list));
  } catch {
    // Where the browser keeps nothing, the upload goes on; after a reload it begins anew.
  }
}

export function storeUpload(one: StoredUpload): void {
  save([...storedUploads().filter(({ assetId }) => assetId !== one.assetId), one]);
}

export function removeStoredUpload(assetId: string): void {
  save(storedUploads().filter((one) => one.assetId !== assetId));
}
