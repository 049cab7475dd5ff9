import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { PersonAvatar } from '../../ui/person.tsx';
import { shortId } from '../../ui/short-id.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.tsx';
import classes from './promos.module.css';
import { type Redemption, redemptionsQuery } from './queries.ts';
import { promoWords } from './words.ts';

/** Who has redeemed a promo, newest first. */
export function Redemptions({ id }: { id: string }) {
  const t = useWords(promoWords);
  const query = useInfiniteQuery(redemptionsQuery(id));
  return (
    <Loaded query={query} lines={4}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return <p className={classes.quiet}>{t('redemptions.none')}</p>;
        return (
          <>
            <ul className={classes.redemptions} aria-label={t('redemptions.title')}>
              {rows.map((redemption) => (
                <RedemptionRow key={redemption.id} redemption={redemption} />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button
                mt="sm"
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('redemptions.more')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function RedemptionRow({ redemption }: { redemption: Redemption }) {
  const t = useWords(promoWords);
  const coins = useCoins();
  const { user, type, coinsGranted, usedAt, createdAt } = redemption;
  const { may } = useSession();
  const unnamed = may('users:read')
    ? `${t(user.isGuest ? 'redemptions.guest' : 'redemptions.user')} ${shortId(user.id)}`
    : t(user.isGuest ? 'redemptions.hiddenGuest' : 'redemptions.hidden');
  const name = user.displayName ?? unnamed;
  return (
    <li>
      <PersonAvatar name={name} size={28} />
      <span className={classes.named}>
        <ObjectLink type="user" id={user.id}>
          <bdi>{name}</bdi>
        </ObjectLink>
        <small>
          <Time at={createdAt} distance />
        </small>
      </span>
      <span className="tabular">
        {type === 'bonus_multiplier' && usedAt === null
          ? t('redemptions.waits')
          : type === 'trial_ext'
            ? t('redemptions.trial')
            : coins(coinsGranted)}
      </span>
    </li>
  );
}
