import { errors } from 'jose';

/** Codes of errors that are about the token; all others are about the key set, which can be read later. */
const tokenFaults: readonly string[] = [
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
];

/** Why a token was refused, as a code; undefined if its keys could not be read. */
export const tokenFault = (error: unknown): string | undefined =>
  error instanceof errors.JOSEError && tokenFaults.includes(error.code) ? error.code.toLowerCase() : undefined;
