import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** A text for a phone's camera. Black on white in the dark theme too, because many cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, boostEcc: true });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  );
}
