/** A picture that was written anew, or why it was not. */

export const extensions = ['jpg', 'png', 'webp'] as const;

export interface Picture {
  readonly bytes: Buffer;
  readonly extension: (typeof extensions)[number];
  readonly width: number;
  readonly height: number;
}

/** `too_large`: of more pixels than we take. `too_costly`: to decode it took too long or too much memory. */
export const faults = ['other_format', 'too_large', 'broken', 'too_costly'] as const;
export type PictureFault = (typeof faults)[number];

export type Reencoded = { readonly picture: Picture } | { readonly error: PictureFault };

export const acceptedImages = ['image/jpeg', 'image/png', 'image/webp'] as const;
