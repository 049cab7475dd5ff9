import { Link } from '@tanstack/react-router';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconAlertTriangle, IconCoins } from '../../ui/icons.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useServerWord } from '../../words/server.ts';
import { useStoreNames } from './names.ts';
import classes from './packages.module.css';
import { usePausing } from './pausing.ts';
import type { CoinPackage } from './queries.ts';
import { coinsPerDollar, differenceFrom } from './value.ts';
import { packageWords } from './words.ts';

interface PackageCardProps {
  one: CoinPackage;
  /** How many coins a dollar usually buys. */
  usual: number | undefined;
}

/** A package as the store shows it, and below that what only operators see. */
export function PackageCard({ one, usual }: PackageCardProps) {
  const t = useWords(packageWords);
  const word = useServerWord();
  const names = useStoreNames();
  const railName = useRailName();
  const blocked = useDisabledReason(one.allowed, 'pricing:write');
  const pausing = usePausing(one);
  const [coins, price] = [names.coins(one.coins), names.price(one)];
  return (
    <li className={classes.card} data-status={one.status}>
      <div className={classes.offer}>
        <IconCoins size={22} stroke={1.5} aria-hidden />
        <Link
          className={classes.open}
          to="/packages/$id"
          params={{ id: one.id }}
          search
          aria-label={t('open', { sku: one.sku, coins, price })}
        >
          {coins}
        </Link>
        {one.bonusCoins > 0 && <span className={classes.bonus}>{names.bonus(one.bonusCoins)}</span>}
        <strong className="tabular ltr">{price}</strong>
      </div>
      <div className={classes.facts}>
        <p className={classes.sku}>
          <bdi>{one.sku}</bdi>
          {one.status === 'paused' && <StatusPill tone="warning">{word('status', 'paused')}</StatusPill>}
        </p>
        <Value one={one} usual={usual} />
        <ul className={classes.rails} aria-label={t('form.rails')}>
          {one.rails.map((rail) => (
            <li key={rail}>{railName(rail)}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <GatedButton blocked={blocked(pausing.move)} onClick={pausing.open}>
          {pausing.label}
        </GatedButton>
      </div>
    </li>
  );
}

function Value({ one, usual }: PackageCardProps) {
  const t = useWords(packageWords);
  const format = useFormat();
  const value = coinsPerDollar(one);
  const difference = differenceFrom(usual, one);
  if (value === undefined) return null;
  const count = Math.round(value);
  const percent = format.percent(Math.round(Math.abs(difference ?? 0) * 100) / 100);
  return (
    <p className={classes.value}>
      <span className="tabular">{t('perDollar', { count, amount: format.number(count) })}</span>
      {difference !== undefined && (
        <span className={classes.outlier}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {t(difference > 0 ? 'more' : 'fewer', { percent })}
        </span>
      )}
    </p>
  );
}
