import { shownAdmin } from '../../ui/signed-in.ts';

/**
 * Uploads that an admin began in this browser and that have not ended: after a reload they go on with the same file.
 */

/** Of earlier versions of the panel: it does not say whose they are. */
const unownedKey = 'cliffhanger.uploads';
const ownKey = (): string => `cliffhanger.uploads-of.${shownAdmin()}`;

export interface Remembered {
  readonly assetId: string;
  readonly name: string;
  readonly size: number;
  /** What the file is for, in the operator's words at that time. */
  readonly label: string;
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' &&
  value !== null &&
  'assetId' in value &&
  typeof value.assetId === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'size' in value &&
  typeof value.size === 'number' &&
  'label' in value &&
  typeof value.label === 'string';

export function remembered(): Remembered[] {
  try {
    localStorage.removeItem(unownedKey);
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRemembered) : [];
  } catch {
    return [];
  }
}

function keep(list: readonly Remembered[]): void {
  try {
    localStorage.setItem(ownKey(), JSON.stringify(list));
  } catch {
    // Where the browser keeps nothing, the upload goes on; after a reload it begins anew.
  }
}

export function remember(one: Remembered): void {
  keep([...remembered().filter(({ assetId }) => assetId !== one.assetId), one]);
}

export function forget(assetId: string): void {
  keep(remembered().filter((one) => one.assetId !== assetId));
}
