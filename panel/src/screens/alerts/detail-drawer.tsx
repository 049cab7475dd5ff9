import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { change } from '../../api/change.ts';
import { NotRefreshed, QueryFallback, type ShownQuery } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Note, Stack } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { Time } from '../../ui/time.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import classes from './alerts.module.css';
import { Evidence } from './evidence.tsx';
import { NextSteps } from './next-steps.tsx';
import { AlertStatus, Severity, useKindName } from './parts.tsx';
import { type AlertDetail, alertQuery } from './queries.ts';
import { useSentence, useSubjectName } from './sentence.ts';
import { alertWords } from './words.ts';

const route = getRouteApi('/shell/alerts/$id');
const wide = 640;

export function AlertDrawer() {
  const t = useWords(alertWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const alert = useQuery(alertQuery(id));
  const close = () => void navigate({ to: '/alerts', search: true });
  if (!alert.data) {
    return (
      <DetailDrawer title={t('one')} onClose={close} size={wide}>
        <QueryFallback query={alert} lines={8} />
      </DetailDrawer>
    );
  }
  return <Shown key={id} query={alert} alert={alert.data} onClose={close} />;
}

interface ShownProps {
  query: ShownQuery<AlertDetail>;
  alert: AlertDetail;
  onClose: () => void;
}

function Shown({ query, alert, onClose }: ShownProps) {
  const t = useWords(alertWords);
  const kindName = useKindName();
  const sentence = useSentence();
  const { kind, severity, status } = alert;
  return (
    <DetailDrawer
      title={kindName(kind)}
      subtitle={
        <>
          <Severity severity={severity} />
          <AlertStatus status={status} />
        </>
      }
      actions={status === 'open' && <Acknowledge alert={alert} />}
      onClose={onClose}
      size={wide}
    >
      <NotRefreshed query={query} />
      <Stack className={classes.said} gap="2xs" mb="xl">
        <p>{sentence(alert)}</p>
        <Note>{t(`why.${kind}`)}</Note>
        <NextSteps alert={alert} />
      </Stack>
      <DrawerSection title={t('about')}>
        <About alert={alert} />
      </DrawerSection>
      <Evidence alert={alert} />
      <DrawerSection title={t('history.title')}>
        <Timeline moments={useMoments(alert)} />
      </DrawerSection>
    </DetailDrawer>
  );
}

function Acknowledge({ alert }: { alert: AlertDetail }) {
  const t = useWords(alertWords);
  const kindName = useKindName();
  const sentence = useSentence();
  const review = useReview();
  const blocked = useDisabledReason(alert.allowed, 'payments:refund')('acknowledge');
  const { id, kind } = alert;
  const open = () =>
    review.open({
      title: t('acknowledge.sheet', { name: kindName(kind) }),
      about: sentence(alert),
      intro: t('acknowledge.text'),
      confirmLabel: t('acknowledge.button'),
      reason: { min: 0, max: 500, label: t('note') },
      change: (note) =>
        change('POST', '/v1/admin/alerts/{id}/acknowledge', { path: { id }, body: note.trim() ? { note } : {} }),
    });
  return (
    <GatedButton variant="filled" color="iris" blocked={blocked} onClick={open}>
      {t('acknowledge.button')}
    </GatedButton>
  );
}

function About({ alert }: { alert: AlertDetail }) {
  const t = useWords(alertWords);
  const nameOf = useSubjectName();
  const { subject, windowFrom, windowTo, kind } = alert;
  const isNamed = !['ledger', 'schedules', 'storage', 'refunds'].includes(subject.type);
  const about: [string, ReactNode] = [
    t(`subjects.${subjectOf(subject.type)}`),
    // The payment rails share their name with the rails of the app, which are what `rail` leads to.
    <ObjectLink key="subject" type={subject.type === 'rail' ? null : subject.type} id={subject.id}>
      <bdi>{nameOf(alert)}</bdi>
    </ObjectLink>,
  ];
  const since: [string, ReactNode][] =
    windowFrom === null || kind === 'related_decider' ? [] : [[t('window'), <Time key="from" at={windowFrom} />]];
  const facts: [string, ReactNode][] = [
    ...(isNamed ? [about] : []),
    ...since,
    [t('looked'), <Time key="to" at={windowTo} distance />],
    [t('runbook'), <code key="runbook" className="ltr">{`docs/runbook.md#${kind}`}</code>],
  ];
  return <DescriptionList facts={facts} />;
}

const { subjects } = alertWords.en;
const isSubject = (type: string): type is keyof typeof subjects => Object.hasOwn(subjects, type);
const subjectOf = (type: string): keyof typeof subjects => (isSubject(type) ? type : 'other');

/** When it was opened, seen and over, newest first. */
function useMoments({ createdAt, acknowledgedAt, acknowledgedBy, note, resolvedAt }: AlertDetail): Moment[] {
  const t = useWords(alertWords);
  const seen = acknowledgedBy && (
    <>
      <bdi>{acknowledgedBy.name}</bdi>
      {note !== null && (
        <>
          {': '}
          <bdi>{note}</bdi>
        </>
      )}
    </>
  );
  return [
    ...(resolvedAt === null
      ? []
      : [{ id: 'resolved', at: resolvedAt, title: t('history.resolved'), tone: 'positive' } as const]),
    ...(acknowledgedAt === null
      ? []
      : [{ id: 'acknowledged', at: acknowledgedAt, title: t('history.acknowledged'), text: seen } as const]),
    { id: 'opened', at: createdAt, title: t('history.opened'), tone: 'danger' },
  ];
}
