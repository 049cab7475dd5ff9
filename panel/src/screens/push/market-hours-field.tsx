import { ActionIcon, NativeSelect, Select } from '@mantine/core';
import { Stack } from '../../ui/box.tsx';
import { useKeepFocus } from '../../ui/focus.ts';
import { IconTrash } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { type Hours, hourOptions, hoursIn, textOf } from './market-hours.ts';
import classes from './push.module.css';
import { pushWords } from './words.ts';

interface MarketHoursFieldProps {
  readonly value: string;
  /** What a market has that is not in the list: a new one begins with it. */
  readonly usual: Hours;
  readonly isLocked: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The markets whose quiet hours are other than the usual ones. */
export function MarketHoursField({ value, usual, isLocked, error, onChange }: MarketHoursFieldProps) {
  const t = useWords(pushWords);
  const places = usePlaces();
  const group = useKeepFocus<HTMLFieldSetElement>(() => group.current?.focus());
  const markets = hoursIn(value);
  const known = new Set(markets.map(([market]) => market));
  const put = (market: string, hours?: Hours) =>
    onChange(textOf([...markets.filter(([one]) => one !== market), ...(hours ? [[market, hours] as const] : [])]));
  return (
    <fieldset ref={group} tabIndex={-1} className={classes.marketHours}>
      <legend>{t('settings.markets')}</legend>
      {markets.length === 0 && <p className={classes.quiet}>{t('settings.noMarkets')}</p>}
      {markets
        .toSorted(([one], [other]) => places.country(one).localeCompare(places.country(other)))
        .map(([market, hours]) => (
          <MarketRow
            key={market}
            name={places.country(market)}
            hours={hours}
            isLocked={isLocked}
            onChange={(next) => put(market, next)}
          />
        ))}
      {!isLocked && (
        <Select
          label={t('settings.addMarket')}
          placeholder={t('settings.findMarket')}
          searchable
          error={error}
          nothingFoundMessage={t('form.noneFound')}
          value={null}
          onChange={(market) => market && put(market, usual)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          data={places.all().filter((place) => !known.has(place.value))}
        />
      )}
    </fieldset>
  );
}

interface MarketRowProps {
  readonly name: string;
  readonly hours: Hours;
  readonly isLocked: boolean;
  readonly onChange: (hours?: Hours) => void;
}

function MarketRow({ name: market, hours, isLocked, onChange }: MarketRowProps) {
  const t = useWords(pushWords);
  const hour = (side: keyof Hours) => (
    <NativeSelect
      aria-label={t(`settings.${side}In`, { market })}
      disabled={isLocked}
      value={String(hours[side])}
      onChange={({ currentTarget: { value } }) => onChange({ ...hours, [side]: Number(value) })}
      data={hourOptions}
    />
  );
  return (
    <div className={classes.marketRow}>
      <Stack as="span" className={classes.named} tight>
        <bdi>{market}</bdi>
        {hours.from === hours.to && <small>{t('settings.never')}</small>}
      </Stack>
      {hour('from')}
      <span aria-hidden>–</span>
      {hour('to')}
      {!isLocked && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('settings.removeMarket', { market })}
          onClick={() => onChange()}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
