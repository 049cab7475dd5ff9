import { fileURLToPath } from 'node:url';

/** The entry of the decoder process, and the loader that it needs unless it was built. */
const isSource = import.meta.url.endsWith('.ts');
export const entry = fileURLToPath(new URL(`./decoder-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
export const loader = isSource ? ['--import', 'tsx'] : [];
