import type { Schema } from '../../api/client.ts';

type Asset = Schema<'MediaAsset'>;

export const kinds = ['video', 'caption', 'thumb', 'poster', 'hero'] as const satisfies Asset['kind'][];
export const statuses = ['uploading', 'processing', 'ready', 'failed'] as const satisfies Asset['status'][];
export const captionLanguages = ['en', 'ar', 'id'] as const;
