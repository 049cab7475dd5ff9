import { Note, Stack } from '../../ui/box.tsx';
import { DateField } from '../../ui/date/date-field.tsx';
import { fromField } from '../../ui/date/days.ts';
import { useFormat } from '../../ui/format.ts';
import { browserZone, usePreferences } from '../../ui/preferences.ts';
import { useWords } from '../../words/define.ts';
import classes from './publishing.module.css';
import { calendarWords } from './words.ts';

interface MomentFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** A moment in UTC; below it, when that is for the operator and in the market. */
export function MomentField({ label, hint, value, onChange }: MomentFieldProps) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const { zone, marketZone } = usePreferences();
  const moment = fromField(value);
  return (
    <Stack gap="xs">
      <DateField
        data-autofocus
        withTime
        required
        withAsterisk={false}
        label={label}
        description={hint}
        error={moment === undefined && t('whenMissing')}
        value={value}
        onChange={onChange}
      />
      {moment !== undefined && (
        <Note mb="sm">
          {[...new Set([zone ?? browserZone(), marketZone])]
            .map((one) => `${format.zone(one)}: ${format.dateTime(moment, one)}`)
            .join(' · ')}
          {Date.parse(moment) < Date.now() && <span className={classes.past}>{t('past')}</span>}
        </Note>
      )}
    </Stack>
  );
}
