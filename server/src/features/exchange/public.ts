export { type Conversion, convertAmounts } from './conversion.ts';
