import { useFormat } from '../../ui/format.ts';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import type { Promo, PromoStatus } from './queries.ts';
import { promoWords } from './words.ts';

const tones: Readonly<Record<PromoStatus, Tone>> = {
  running: 'positive',
  upcoming: 'info',
  exhausted: 'warning',
  ended: 'neutral',
};

export function PromoStatusPill({ status }: { status: PromoStatus }) {
  const t = useWords(promoWords);
  return <StatusPill tone={tones[status]}>{t(`statuses.${status}`)}</StatusPill>;
}

export function useCoins(): (coins: number) => string {
  const t = useWords(promoWords);
  const format = useFormat();
  return (coins) => t('coins', { count: coins, amount: format.number(coins) });
}

/** What who redeems it gets, in words. */
export function useGift(): (promo: Pick<Promo, 'type' | 'config'>) => string {
  const t = useWords(promoWords);
  const format = useFormat();
  const coins = useCoins();
  return ({ type, config: { amount = 0, multiplier = 1, max_bonus_coins: most, days = 0 } }) => {
    if (type === 'coin_grant') return coins(amount);
    if (type === 'trial_ext') return t('gift.trial', { count: days, amount: format.number(days) });
    const share = format.percent(multiplier - 1);
    return most === undefined ? t('gift.bonus', { share }) : t('gift.bonusUpTo', { share, coins: coins(most) });
  };
}

/** From when to when, in words. */
export function useWindow(): (promo: Pick<Promo, 'window'>) => string {
  const t = useWords(promoWords);
  const format = useFormat();
  const moment = (at: string) => (at.endsWith('T00:00:00.000Z') ? format.date(at) : format.dateTime(at, 'UTC'));
  return ({ window: { start, end } }) => t('between', { from: moment(start), to: moment(end) });
}
