import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { Picture, usePictures } from '../../app/pictures.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { Person } from '../../ui/person.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import { seriesQuery } from '../catalog/queries.ts';
import { useFault, useNameOf, useScheduleActions } from './actions.tsx';
import { MoveForm } from './move-drawer.tsx';
import type { Schedule } from './queries.ts';
import { useRisk } from './risk.ts';
import { calendarWords } from './words.ts';

interface ScheduleDrawerProps {
  schedule: Schedule;
  onClose: () => void;
}

export function ScheduleDrawer({ schedule, onClose }: ScheduleDrawerProps) {
  const t = useWords(calendarWords);
  const word = useServerWord();
  const nameOf = useNameOf();
  const faultOf = useFault();
  const titleIn = useTitleIn();
  const actions = useScheduleActions();
  const blocked = useDisabledReason(schedule.allowed, 'publishing:write');
  const risk = useRisk()(schedule);
  const { item, status } = schedule;
  return (
    <DetailDrawer
      title={nameOf(schedule)}
      subtitle={
        <Inline as="span">
          <SeriesPoster seriesId={item.seriesId} />
          <bdi>{titleIn(item.title, item.titleI18n)}</bdi>
        </Inline>
      }
      onClose={onClose}
      size={480}
      actions={
        <>
          {status === 'failed' && (
            <GatedButton blocked={blocked('retry')} variant="filled" onClick={() => actions.retry(schedule, onClose)}>
              {t('retry')}
            </GatedButton>
          )}
          <GatedButton
            blocked={blocked('cancel')}
            variant="light"
            color="red"
            onClick={() => actions.cancel(schedule, onClose)}
          >
            {t('cancel')}
          </GatedButton>
          <Button component={Link} to={`/series/${item.seriesId}`} variant="default">
            {t('openSeries')}
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        {status === 'failed' && <Alert tone="danger">{faultOf(schedule)}</Alert>}
        {risk !== undefined && <Alert tone="warning">{risk}</Alert>}
        <DescriptionList
          facts={[
            [
              t('status'),
              <StatusPill key="status" tone={toneOf(status)}>
                {word('scheduleStatus', status)}
              </StatusPill>,
            ],
            [t('when'), <Time key="when" at={schedule.runAt} />],
            ...(schedule.executedAt === null
              ? []
              : [[t('executed'), <Time key="executed" at={schedule.executedAt} />] as const]),
            [t('by'), <Person key="by" name={schedule.createdBy.name} email={schedule.createdBy.email} />],
          ]}
        />
        {schedule.allowed.includes('cancel') && (
          <DrawerSection title={t('move')}>
            <MoveForm schedule={schedule} onMoved={onClose} />
          </DrawerSection>
        )}
      </Stack>
    </DetailDrawer>
  );
}

function SeriesPoster({ seriesId }: { seriesId: string }) {
  const { can } = useSession();
  const { data: series } = useQuery({ ...seriesQuery(seriesId), enabled: can('catalog:read') });
  const assetId = series?.data.posterAssetId ?? null;
  const src = usePictures([assetId])(assetId);
  return src === undefined ? null : <Picture src={src} shape="poster" />;
}
