import { aroundAll } from 'vitest';
import { endFile } from './end-of-file.ts';

aroundAll(async (runFile) => {
  await runFile();
  await endFile();
});
