import { fieldPart, filePart, formEnd } from '../harness/form.ts';
import type { ListedOperation } from './document.ts';

/** All but the file, of which an example has only the name. */
const fieldsIn = (example: unknown): Buffer[] =>
  Object.entries<unknown>({ ...(typeof example === 'object' && example) })
    .filter(([name]) => name !== 'file')
    .map(([name, value]) => fieldPart(name, String(value)));

const sampleFile = filePart({ name: 'sample.png', bytes: 'a sample' });
export const sampleForm = (example: unknown): Buffer => Buffer.concat([...fieldsIn(example), sampleFile, formEnd]);

/** Odd, and fine all the same. */
const goodForms = new Set(['a path for a name', 'an empty file']);

/** What is wrong with a form that was taken; undefined for nothing. */
export function faultOfForm(operation: ListedOperation, payload: string | Buffer): string | undefined {
  const sent = Buffer.from(payload);
  const [name] = brokenForms(operation).find(([, bytes]) => bytes.equals(sent)) ?? [];
  return name === undefined || goodForms.has(name) ? undefined : name;
}

/** What can be wrong with a form. */
export function brokenForms({ requestBody }: ListedOperation): [string, Buffer][] {
  const form = requestBody?.content['multipart/form-data'];
  if (!form) return [];
  const fields = fieldsIn(form.example);
  const forms: Record<string, readonly Buffer[]> = {
    'no parts': [formEnd],
    'no file': [...fields, formEnd],
    'two files': [...fields, sampleFile, sampleFile, formEnd],
    'a file of another name': [...fields, filePart({ name: 'x', bytes: 'x', field: 'other' }), formEnd],
    'a thousand parts': [...Array.from({ length: 1000 }, (_, n) => fieldPart(`f${n}`, 'x')), sampleFile, formEnd],
    'every field twice': [...fields, ...fields, sampleFile, formEnd],
    'an unknown field': [...fields, fieldPart('unknownField', '1'), sampleFile, formEnd],
    'a field for the prototype': [...fields, fieldPart('__proto__', '1'), sampleFile, formEnd],
    'a field with a NUL': [...fields, fieldPart('lang', 'e\u0000n'), sampleFile, formEnd],
    'a long field': [...fields, fieldPart('kind', 'x'.repeat(70_000)), sampleFile, formEnd],
    'a path for a name': [...fields, filePart({ name: '../../etc/passwd', bytes: 'x' }), formEnd],
    'no end': [...fields, sampleFile],
    'an end in the middle of a part': [...fields, sampleFile.subarray(0, 60)],
    'an empty file': [...fields, filePart({ name: 'empty', bytes: '' }), formEnd],
    garbage: [Buffer.from('garbage')],
    'eleven megabytes': [...fields, filePart({ name: 'big', bytes: Buffer.alloc(11 << 20) }), formEnd],
  };
  return Object.entries(forms).map(([name, parts]) => [name, Buffer.concat(parts)]);
}
