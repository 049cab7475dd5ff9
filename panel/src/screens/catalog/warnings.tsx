import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/alert.tsx';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Translate, useWords } from '../../words/define.ts';
import { type ServerWord, useServerWord } from '../../words/server.ts';
import { moveWords } from './move-words.ts';
import { type Series, type Warning, warningsQuery } from './queries.ts';
import { seriesWords } from './words.ts';

function sentenceOf(
  { code, languages = [], count = 0 }: Warning,
  t: Translate<(typeof moveWords)['en']>,
  word: ServerWord,
  list: (items: readonly string[]) => string,
): string {
  if (code !== 'missing_captions') return t(`warning.${code}`, { count });
  return t('warning.missing_captions', { languages: list(languages.map((one) => word('language', one))) });
}

function useSentences(): (warnings: readonly Warning[]) => string[] {
  const t = useWords(moveWords);
  const word = useServerWord();
  const format = useFormat();
  return (warnings) => warnings.map((warning) => sentenceOf(warning, t, word, format.list));
}

/** What viewers would miss or lose. Nothing of it keeps anyone from going on. */
export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const t = useWords(moveWords);
  const sentences = useSentences()(warnings);
  if (sentences.length === 0) return null;
  return (
    <Alert tone="warning" title={t('warning.title')}>
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}

/** The same in a line, for one of many. */
export function WarningLines({ warnings }: { warnings: readonly Warning[] }) {
  const sentences = useSentences()(warnings);
  return sentences.length === 0 ? null : (
    <Text size="sm" tone="warning">
      {sentences.join(' ')}
    </Text>
  );
}

/** What the server would say at the next step, so that it is known before. */
export function SeriesWarnings({ series }: { series: Series }) {
  const next = (['submit', 'publish'] as const).find((action) => series.allowed.includes(action));
  if (next) return <NextWarnings series={series} action={next} />;
  return series.status === 'scheduled' ? <Missing series={series} /> : null;
}

/** What is planned can still be completed, so what it lacks is said until it is there. */
function Missing({ series: { missing } }: { series: Series }) {
  const t = useWords(moveWords);
  const s = useWords(seriesWords);
  const format = useFormat();
  if (missing.length === 0) return null;
  return (
    <Alert tone="warning" title={t('warning.scheduled')}>
      {s('missing', { list: format.list(missing.map((one) => s(`lacks.${one}`))) })}
    </Alert>
  );
}

function NextWarnings({ series, action }: { series: Series; action: 'submit' | 'publish' }) {
  const { data = [] } = useQuery(warningsQuery(series, action));
  return <WarningList warnings={data} />;
}
