/** What other folders of screens use of this one, besides its queries. */
export { useKnownKind } from './kind-name.ts';
