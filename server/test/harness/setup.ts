import { aroundAll } from 'vitest';
import { endFile } from './end-of-file.ts';

aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await endFile();
  }
});
