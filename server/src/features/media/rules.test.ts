import { expect, it } from 'vitest';
import { advance, maxDurationS, type ProviderReport } from './rules.ts';

const tooLong = { durationS: maxDurationS + 1 };
const ready = { status: 'ready', playbackId: 'p' } as const;

it.each<[string, ProviderReport, { status: string; error: string | null }]>([
  ['ready', { ...ready, durationS: maxDurationS }, { status: 'ready', error: null }],
  ['ready and too long', { ...ready, ...tooLong }, { status: 'failed', error: 'duration_exceeded' }],
  ['failed', { status: 'failed', error: 'bad_codec' }, { status: 'failed', error: 'bad_codec' }],
  [
    'failed and too long',
    { status: 'failed', error: 'bad_codec', ...tooLong },
    { status: 'failed', error: 'bad_codec' },
  ],
  ['failed without a reason', { status: 'failed' }, { status: 'failed', error: 'rejected' }],
  ['failed for its length', { status: 'failed', ...tooLong }, { status: 'failed', error: 'duration_exceeded' }],
  ['processing and too long', { status: 'processing', ...tooLong }, { status: 'processing', error: null }],
])('a video that its provider reports as %s fails with the right reason', (_name, report, expected) => {
  expect(advance({ status: 'uploading', playbackId: null }, report)).toMatchObject(expected);
});
