import { Box, Columns, Note, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useAccountLines } from './accounts.ts';
import classes from './economy.module.css';
import type { Economy } from './queries.ts';
import { economyWords } from './words.ts';

/** What came, what went and what is left, each with what it is made of. */
export function Totals({ economy }: { economy: Economy }) {
  const t = useWords(economyWords);
  const { mintedCoins, burnedCoins, liabilityPaidCoins: paid, liabilityBonusCoins: bonus } = economy;
  const given = useAccountLines(economy.mintedBySource);
  const spent = useAccountLines(economy.burnedBySink);
  const held = [
    { key: 'paid', label: t('bought'), coins: paid },
    { key: 'bonus', label: t('bonus'), coins: bonus },
  ];
  return (
    <Columns>
      <Total title={t('given.title')} text={t('given.text')} coins={mintedCoins} parts={given} />
      <Total title={t('spent.title')} text={t('spent.text')} coins={burnedCoins} parts={spent} />
      <Total title={t('held.title')} text={t('held.text')} coins={paid + bonus} parts={held} />
    </Columns>
  );
}

interface TotalProps {
  title: string;
  text: string;
  coins: number;
  parts: readonly { readonly key: string; readonly label: string; readonly coins: number }[];
}

function Total({ title, text, coins, parts }: TotalProps) {
  const t = useWords(economyWords);
  const format = useFormat();
  return (
    <Box as="section" className={classes.total} framed="raised" pad="lg" aria-label={title}>
      <h2>{title}</h2>
      <Text as="p" size="3xl" weight="strong" tabular mt="xs" mb="2xs">
        {t('coins', { count: coins, amount: format.number(coins) })}
      </Text>
      <Note>{text}</Note>
      <Stack as="dl" className={classes.parts} gap="2xs" mt="md">
        {parts.map((part) => (
          <div key={part.key}>
            <dt>{part.label}</dt>
            <dd>{format.number(part.coins)}</dd>
          </div>
        ))}
      </Stack>
    </Box>
  );
}
