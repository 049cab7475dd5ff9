import { useWords } from '../../words/define.ts';
import { IconAlertTriangle } from '../icons.ts';
import { uiWords } from '../words.ts';
import classes from './form.module.css';

/** Marks a tab in which a field has an error. */
export function ErrorMark() {
  const t = useWords(uiWords);
  return (
    <IconAlertTriangle size={13} stroke={1.75} role="img" aria-label={t('form.hasErrors')} className={classes.mark} />
  );
}
