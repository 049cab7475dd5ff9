import classes from './count.module.css';
import { useFormat } from './format.ts';

/** How many there are, beside the name of a tab. */
export function Count({ value }: { value: number }) {
  const format = useFormat();
  return <span className={classes.count}>{format.number(value)}</span>;
}
