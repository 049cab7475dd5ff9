import { vi } from 'vitest';

/** A line for uploads: nothing arrives until the test lets it. */
export class FakeUpload extends EventTarget {
  /** The pieces that were sent, and the questions how much has arrived. */
  static readonly open: FakeUpload[] = [];
  static asked = 0;
  /** What has arrived, and what is to. */
  static arrived = 0;
  static size = 10;
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: ProgressEvent) => void } = {};
  body: unknown;
  onload?: () => void;
  status = 0;
  #method = '';
  open(method: string): void {
    this.#method = method;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value;
  }
  getResponseHeader(name: string): string {
    return String(name === 'Upload-Offset' ? FakeUpload.arrived : FakeUpload.size);
  }
  send(body: unknown): void {
    this.body = body;
    if (this.#method === 'PATCH') {
      FakeUpload.open.push(this);
      return;
    }
    FakeUpload.asked += 1;
    this.answer(200);
  }
  answer(status: number, arrived = FakeUpload.arrived): void {
    this.status = status;
    FakeUpload.arrived = arrived;
    this.onload?.();
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number): void {
    this.upload.onprogress?.(new ProgressEvent('progress', { loaded, lengthComputable: true }));
  }
}

export function stubUploads(size = 10): void {
  FakeUpload.open.length = 0;
  Object.assign(FakeUpload, { asked: 0, arrived: 0, size });
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
}
