import { useInfiniteQuery } from '@tanstack/react-query';
import { PeopleList } from '../../app/people-list.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.tsx';
import { type Redemption, redemptionsQuery } from './queries.ts';
import { promoWords } from './words.ts';

/** Who has redeemed a promo, newest first. */
export function Redemptions({ id }: { id: string }) {
  const t = useWords(promoWords);
  const query = useInfiniteQuery(redemptionsQuery(id));
  return (
    <PeopleList
      query={query}
      label={t('redemptions.title')}
      none={t('redemptions.none')}
      rowKey={({ id: one }) => one}
      row={(redemption) => ({
        below: <Time at={redemption.createdAt} distance />,
        end: <Gift redemption={redemption} />,
      })}
    />
  );
}

function Gift({ redemption: { type, coinsGranted, usedAt } }: { redemption: Redemption }) {
  const t = useWords(promoWords);
  const coins = useCoins();
  const isWaiting = type === 'bonus_multiplier' && usedAt === null;
  const given = type === 'trial_ext' ? t('redemptions.trial') : coins(coinsGranted);
  return <span className="tabular">{isWaiting ? t('redemptions.waits') : given}</span>;
}
