import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Note, Stack, Text } from '../../ui/box.tsx';
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
  if (unlocks.length === 0) return <Note>{t('unlocks.empty')}</Note>;
  return (
    <Stack as="ul" gap="sm">
      {unlocks.map(({ id, episodeId, episodeNumber, title, titleI18n, pictureUrl, coins, ...unlock }) => (
        <Inline key={id} as="li">
          <Picture src={pictureUrl === null ? undefined : ownAddress(pictureUrl)} shape="poster" />
          <span className={`${classes.two} ${classes.unlockName}`}>
            <Text as="bdi" weight="medium">
              {titleIn(unlock.seriesTitle, unlock.seriesTitleI18n)}
            </Text>
            <ObjectLink type="episode" id={episodeId}>
              <bdi>{t('unlocks.episode', { number: episodeNumber, title: titleIn(title, titleI18n) })}</bdi>
            </ObjectLink>
          </span>
          <span>{t('unlocks.coins', { count: coins, amount: format.number(coins) })}</span>
        </Inline>
      ))}
    </Stack>
  );
}
