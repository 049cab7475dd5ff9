import { Box, Note, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import classes from './analytics.module.css';
import type { Overview } from './queries.ts';
import { shadeOf } from './shade.ts';
import { analyticsWords } from './words.ts';

const after = ['d1', 'd7', 'd30'] as const;

/** Who came back, by the week in which they installed: the more, the stronger the colour. Newer weeks know less. */
export function Cohorts({ cohorts: weeks }: { cohorts: Overview['retentionCohorts'] }) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const first = weeks.findIndex(({ cohortSize }) => cohortSize > 0);
  const cohorts = first < 0 ? [] : weeks.slice(first);
  return (
    <Box as="section" className={classes.card} framed="raised" pad="lg" aria-label={t('cohorts.title')}>
      <h2>{t('cohorts.title')}</h2>
      <Note>{t('cohorts.text')}</Note>
      {cohorts.length === 0 ? (
        <Text as="p" tone="muted" mt="md">
          {t('cohorts.none')}
        </Text>
      ) : (
        <ScrollBox label={t('cohorts.title')} className={classes.scroll}>
          <table className={classes.table} aria-label={t('cohorts.title')}>
            <thead>
              <tr>
                <th scope="col">{t('cohorts.week')}</th>
                <th scope="col">{t('cohorts.size')}</th>
                {after.map((day) => (
                  <th key={day} scope="col">
                    {t(`cohorts.${day}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <tr key={cohort.installWeek}>
                  <th scope="row">{format.date(cohort.installWeek)}</th>
                  <td>{format.number(cohort.cohortSize)}</td>
                  {after.map((day) => (
                    <Share key={day} share={cohort[day]} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Box>
  );
}

function Share({ share }: { share: number | null }) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  if (share === null) {
    return (
      <td>
        <Text tone="muted" title={t('cohorts.notYet')}>
          <span aria-hidden>–</span>
          <span className={classes.hidden}>{t('cohorts.notYet')}</span>
        </Text>
      </td>
    );
  }
  return (
    <td>
      <span className={classes.share} style={{ background: shadeOf(share) }}>
        {format.percent(share)}
      </span>
    </td>
  );
}
