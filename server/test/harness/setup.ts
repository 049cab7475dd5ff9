import { aroundAll } from 'vitest';
import { closeOpened } from './close-after-file.ts';

aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await closeOpened();
  }
});
