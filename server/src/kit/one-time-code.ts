import { generateSecret, generateSync, ScureBase32Plugin, verifySync } from 'otplib';

/** One-time codes as in RFC 6238: SHA-1, six digits, thirty seconds, as supported by all authenticator apps. */

const stepSeconds = 30;
const plugin = new ScureBase32Plugin();

export const newSecret = (): string => generateSecret({ length: 20 });

export const base32 = (bytes: Uint8Array): string => plugin.encode(bytes);

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

export const stepAt = (time: Date): number => Math.floor(seconds(time) / stepSeconds);

export const codeAt = (secret: string, step: number): string => generateSync({ secret, epoch: step * stepSeconds });

/** The time step of a code: the current one or a neighbour, and later than the last one used, so that no code works twice. */
export function stepOfCode(secret: string, code: string, time: Date, lastStep: number): number | undefined {
  // The library throws for malformed codes, and for a last step beyond those that it accepts.
  if (!/^\d{6}$/.test(code) || lastStep > stepAt(time)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: seconds(time),
    epochTolerance: stepSeconds,
    afterTimeStep: lastStep,
  });
  return 'timeStep' in result ? result.timeStep : undefined;
}
