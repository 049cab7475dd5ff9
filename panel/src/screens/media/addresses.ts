/** Minutes and seconds. */
export function lengthOf(seconds: number | null): string {
  if (seconds === null) return '–';
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
