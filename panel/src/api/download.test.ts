import { expect, it } from 'vitest';
import { lineCounter } from './download.ts';

it('Lines are counted as the file has them, however it is cut', () => {
  const bytes = new TextEncoder().encode('a,b\r\n1,"x\r\ny ""z"""\r\n2,c\r\n');
  for (const size of [1, 3, bytes.length]) {
    const count = lineCounter();
    let lines = 0;
    for (let at = 0; at < bytes.length; at += size) lines = count(bytes.subarray(at, at + size));
    expect(lines).toBe(3);
  }
});
