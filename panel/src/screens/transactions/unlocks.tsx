import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Picture } from '../../app/pictures.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import type { TransactionDetail } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

/** What the buyer has unlocked for coins since. */
export function Unlocks({ unlocks }: { unlocks: TransactionDetail['relatedUnlocks'] }) {
  const t = useWords(transactionWords);
  const titleIn = useTitleIn();
  const format = useFormat();
  if (unlocks.length === 0) return <p className={classes.quiet}>{t('unlocks.empty')}</p>;
  return (
    <ul className={classes.unlocks}>
      {unlocks.map(({ id, episodeId, episodeNumber, title, titleI18n, pictureUrl, coins, ...unlock }) => (
        <li key={id} className={classes.unlock}>
          <Picture src={pictureUrl === null ? undefined : ownAddress(pictureUrl)} shape="poster" />
          <span className={`${classes.two} ${classes.unlockName}`}>
            <bdi className={classes.name}>{titleIn(unlock.seriesTitle, unlock.seriesTitleI18n)}</bdi>
            <ObjectLink type="episode" id={episodeId}>
              <bdi>{t('unlocks.episode', { number: episodeNumber, title: titleIn(title, titleI18n) })}</bdi>
            </ObjectLink>
          </span>
          <span>{t('unlocks.coins', { count: coins, amount: format.number(coins) })}</span>
        </li>
      ))}
    </ul>
  );
}
