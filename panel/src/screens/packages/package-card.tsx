import { Link } from '@tanstack/react-router';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
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
    <Stack as="li" className={classes.card} framed="raised" data-status={one.status}>
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
        {one.bonusCoins > 0 && (
          <Text size="md" weight="medium" tone="positive">
            {names.bonus(one.bonusCoins)}
          </Text>
        )}
        <strong className="tabular ltr">{price}</strong>
      </div>
      <Stack className={classes.facts} gap="sm" grows>
        <Inline as="p" justify="between" wraps gap="xs" weight="medium" breaks>
          <bdi>{one.sku}</bdi>
          {one.status === 'paused' && <StatusPill tone="warning">{word('status', 'paused')}</StatusPill>}
        </Inline>
        <Value one={one} usual={usual} />
        <Inline as="ul" className={classes.rails} align="stretch" wraps gap="2xs" aria-label={t('form.rails')}>
          {one.rails.map((rail) => (
            <li key={rail}>{railName(rail)}</li>
          ))}
        </Inline>
      </Stack>
      <div className={classes.actions}>
        <GatedButton blocked={blocked(pausing.move)} onClick={pausing.open}>
          {pausing.label}
        </GatedButton>
      </div>
    </Stack>
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
    <Stack as="p" gap="3xs" tone="muted">
      <span className="tabular">{t('perDollar', { count, amount: format.number(count) })}</span>
      {difference !== undefined && (
        <Inline as="span" gap="2xs" tone="warning">
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          {t(difference > 0 ? 'more' : 'fewer', { percent })}
        </Inline>
      )}
    </Stack>
  );
}
