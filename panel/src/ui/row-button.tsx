import type { ComponentProps } from 'react';
import classes from './row-button.module.css';

/** A row of a list that is pressed as a whole. */
export const RowButton = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" className={classes.row} />
);
