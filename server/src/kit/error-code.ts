/** The `code` of a Node or PostgreSQL error, without trusting the shape of what was thrown. */
export function errorCode(error: unknown): string | undefined {
  const isCoded = error !== null && typeof error === 'object' && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}
