import { vi } from 'vitest';

/** A line for uploads: nothing arrives until the test lets it. */
export class FakeUpload extends EventTarget {
  static readonly open: FakeUpload[] = [];
  readonly upload = new EventTarget();
  status = 0;
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    FakeUpload.open.push(this);
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded }));
  }
}

export function stubUploads(): void {
  FakeUpload.open.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
}
