/** A re-encoded image, or why it was refused. */

export const extensions = ['jpg', 'png', 'webp'] as const;

export interface Picture {
  readonly bytes: Buffer;
  readonly extension: (typeof extensions)[number];
  readonly width: number;
  readonly height: number;
}

/** `too_large`: too many pixels. `too_costly`: decoding took too long or too much memory. */
export const faults = ['other_format', 'too_large', 'broken', 'too_costly'] as const;
export type PictureFault = (typeof faults)[number];

export type Reencoded = { readonly picture: Picture } | { readonly error: PictureFault };

export const acceptedImages = ['image/jpeg', 'image/png', 'image/webp'] as const;
