import { qrMatrix } from './matrix.ts';
import classes from './qr-code.module.css';

/** A text for a phone's camera. Black on white in the dark theme too, because many cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const matrix = qrMatrix(text);
  if (!matrix) return null;
  const margin = 4;
  const size = matrix.length + 2 * margin;
  const squares = matrix.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])),
  );
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  );
}
