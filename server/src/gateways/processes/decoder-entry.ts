import { fileURLToPath } from 'node:url';

/** Where the process in which files are decoded begins, and what node needs to run it: nothing where it was built. */
const isSource = import.meta.url.endsWith('.ts');
export const entry = fileURLToPath(new URL(`./decoder-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
export const loader = isSource ? ['--import', 'tsx'] : [];
