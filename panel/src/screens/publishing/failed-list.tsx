import { useQuery } from '@tanstack/react-query';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { Box, Inline, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useFault, useNameOf, useScheduleActions } from './actions.tsx';
import classes from './publishing.module.css';
import { failedQuery, type Schedule } from './queries.ts';
import { calendarWords } from './words.ts';

/** What did not go live though it should have, whenever that was. */
export function FailedList() {
  const t = useWords(calendarWords);
  const { data: failed = [] } = useQuery(failedQuery);
  if (failed.length === 0) return null;
  return (
    <section className={classes.failed}>
      <Text as="h2" className={classes.failedTitle} tone="danger">
        {t('failed.title', { count: failed.length })}
      </Text>
      <Box scrolls>
        <table className={classes.failedTable}>
          <thead>
            <tr>
              <th scope="col">{t('series')}</th>
              <th scope="col">{t('failed.planned')}</th>
              <th scope="col">{t('failed.error')}</th>
              <th scope="col">{t('failed.tries')}</th>
              <th scope="col">{t('failed.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {failed.map((schedule) => (
              <FailedRow key={schedule.id} schedule={schedule} />
            ))}
          </tbody>
        </table>
      </Box>
    </section>
  );
}

function FailedRow({ schedule }: { schedule: Schedule }) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const nameOf = useNameOf();
  const faultOf = useFault();
  const actions = useScheduleActions();
  const blocked = useDisabledReason(schedule.allowed, 'publishing:write');
  return (
    <tr>
      <th scope="row">{nameOf(schedule)}</th>
      <td>
        <Time at={schedule.runAt} />
      </td>
      <td>{faultOf(schedule)}</td>
      <td className={`tabular ${classes.tries}`}>{format.number(schedule.retry_count + 1)}</td>
      <td>
        <Inline align="stretch" gap="xs">
          <GatedButton blocked={blocked('retry')} onClick={() => actions.retry(schedule)}>
            {t('retry')}
          </GatedButton>
          <GatedButton
            blocked={blocked('cancel')}
            variant="subtle"
            color="gray"
            onClick={() => actions.cancel(schedule)}
          >
            {t('cancel')}
          </GatedButton>
        </Inline>
      </td>
    </tr>
  );
}
