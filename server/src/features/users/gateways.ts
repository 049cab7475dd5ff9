export type { IdTokens, ProvenIdentity } from '../../gateways/identity/id-tokens.ts';
