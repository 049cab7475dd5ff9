import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { hrefOf, type Tile } from '../screen.ts';
import type { Fact } from '../tiles.ts';
import classes from './home.module.css';
import { homeWords } from './words.ts';

/** What the day has come to so far: a line of links. */
export function Facts({ tiles }: { tiles: readonly Tile[] }) {
  const t = useWords(homeWords);
  const answers = useQueries({ queries: tiles.map(({ query }) => query) });
  const facts = answers.flatMap(({ data }) => data?.facts ?? []);
  const unknown = tiles.filter((_tile, index) => answers[index]?.isError && !answers[index].data);
  if (facts.length === 0 && unknown.length === 0) return null;
  return (
    <section>
      <Text as="h2" size="lg" weight="medium" mb="sm">
        {t('today')}
      </Text>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact.name}>
            <FactLink fact={fact} />
          </li>
        ))}
        {unknown.map((tile) => (
          <li key={tile.name}>
            <Link to={hrefOf(tile)}>{t('unknown', { name: t(`tile.${tile.name}`) })}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FactLink({ fact: { name, href, amount = 0, limit = 0, isGood } }: { fact: Fact }) {
  const t = useWords(homeWords);
  const format = useFormat();
  const text = t(`fact.${name}`, { amount: format.number(amount), limit: format.number(limit) });
  return <Link to={href}>{isGood ? <StatusPill tone="positive">{text}</StatusPill> : text}</Link>;
}
