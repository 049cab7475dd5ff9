/** Forms as they go over the wire. */

export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer | string;
  /** What the sender calls it; we look into it ourselves. */
  readonly type?: string;
  readonly field?: string;
  /** Whether it comes before the fields. */
  readonly isFirst?: boolean;
}

export const boundary = 'cliffhanger-boundary';

export const fieldPart = (name: string, value: string): Buffer =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);

export function filePart({ name, bytes, type = 'application/octet-stream', field = 'file' }: FormFile): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')]);
}

export const formEnd = Buffer.from(`--${boundary}--\r\n`);
export const formType = `multipart/form-data; boundary=${boundary}`;

export function formOf(fields: Record<string, string>, file: FormFile): { payload: Buffer; contentType: string } {
  const parts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
  const inOrder = file.isFirst ? [filePart(file), ...parts] : [...parts, filePart(file)];
  return { payload: Buffer.concat([...inOrder, formEnd]), contentType: formType };
}
