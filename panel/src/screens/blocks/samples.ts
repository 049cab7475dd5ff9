import type { EffectsShown } from '../../app/review/effects-view.tsx';
import type { Point } from '../../ui/chart/figures.ts';
import type { Upload } from '../../ui/upload-row.tsx';

export const sampleEffects: EffectsShown = {
  ledger: [
    { eventId: '1', userId: null, account: 'source_support_grant', amount: -250 },
    { eventId: '1', userId: 'u', account: 'wallet_bonus', amount: 250 },
  ],
  audit: [
    { action: 'role.update', target_type: 'role', target_id: '1', reason: null, before: null, after: null, flags: {} },
  ],
  approvals: [
    {
      id: '1',
      kind: 'role_delete',
      targetType: 'role',
      targetId: '1',
      reason: 'Nobody holds it',
      effects: { ledger: [], audit: [], approvals: [], changes: [] },
    },
  ],
  changes: [
    {
      type: 'role',
      id: '1',
      before: { name: 'night_desk', permissions: ['users:read', 'users:ban'], description: null },
      after: { name: 'desk', permissions: ['users:read', 'wallet:read'], description: 'Nights and weekends' },
    },
  ],
  references: [],
};

const wave = (day: number, size: number): number => Math.round(size * (2 + Math.sin(day / 3)) + day * 12);

export const samplePoints: Point[] = Array.from({ length: 28 }, (_, day) => ({
  at: `2026-02-${String(day + 1).padStart(2, '0')}`,
  values: { minted: wave(day, 900), burned: wave(day + 4, 600) },
}));

export const sampleUploads: Upload[] = [
  { name: 'episode-01.mp4', size: 812_000_000, sent: 300_440_000, state: 'uploading', bytesPerSecond: 9_400_000 },
  { name: 'episode-02.mp4', size: 640_000_000, sent: 320_000_000, state: 'paused' },
  { name: 'episode-03.mp4', size: 700_000_000, sent: 90_000_000, state: 'failed', fault: 'HTTP 503' },
  { name: 'episode-04.mp4', size: 500_000_000, sent: 500_000_000, state: 'done' },
];
