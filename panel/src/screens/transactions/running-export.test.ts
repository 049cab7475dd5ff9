import { expect, it } from 'vitest';
import { notifySessionEnd } from '../../app/session-data.ts';
import { setRunningExport } from './running-export.ts';

it('An export is cancelled when the session ends', () => {
  const controller = new AbortController();
  setRunningExport({ progress: { rows: 1, bytes: 10 }, total: undefined, cancel: () => controller.abort() });
  notifySessionEnd();
  expect(controller.signal.aborted).toBe(true);
  setRunningExport(undefined);
});
