import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Change, change } from '../../api/change.ts';
import type { ApiError } from '../../api/errors.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Stack } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useDraft, useRestoredAt } from '../../ui/draft.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WholeNumberField } from '../../ui/form/number-field.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import type { Episode, Series } from '../catalog/queries.ts';
import { bulkBody, cadences, customPlanFrom, isPlan, longestStep, momentsOf, type Plan } from './cadence.ts';
import { CadenceDates, faultsOf } from './cadence-dates.tsx';
import { cadenceWords } from './cadence-words.ts';
import { MomentField } from './moment-field.tsx';
import { firstMoment } from './schedule-one-drawer.tsx';
import { ScheduleRisks } from './schedule-risks.tsx';

interface CadenceDrawerProps {
  series: Pick<Series, 'id' | 'title' | 'titleI18n'> | null;
  /** Those that are to be scheduled; what is not in review is named and left out. */
  episodes: readonly Episode[];
  onClose: () => void;
  onDone?: () => void;
  /** Where the series is chosen first. */
  picker?: ReactNode;
}

const isSchedulable = ({ allowed }: Episode): boolean => allowed.includes('schedule');

/** Makes a date for each of many episodes and shows all of them before anything is done. */
export function CadenceDrawer({ series, episodes, onClose, onDone, picker }: CadenceDrawerProps) {
  const t = useWords(cadenceWords);
  const titleOf = useTitleOf();
  const canSchedule = episodes.some(isSchedulable);
  return (
    <DetailDrawer
      title={series ? t('titleOf', { title: titleOf(series) }) : t('title')}
      subtitle={t('text')}
      onClose={onClose}
      size={620}
    >
      <Stack gap="lg">
        {picker}
        {series && !canSchedule && (
          <>
            <LeftOut episodes={episodes} />
            <EmptyState title={t('none')} text={t('noneText')} />
          </>
        )}
        {series && canSchedule && (
          <Builder
            key={series.id}
            draft={`cadence ${series.id}`}
            title={titleOf(series)}
            all={episodes}
            onDone={() => {
              onDone?.();
              onClose();
            }}
          />
        )}
      </Stack>
    </DetailDrawer>
  );
}

function LeftOut({ episodes }: { episodes: readonly Episode[] }) {
  const t = useWords(cadenceWords);
  const word = useServerWord();
  const format = useFormat();
  if (episodes.length === 0) return null;
  const list = episodes.map(({ episodeNumber, status }) =>
    t('one', { number: format.number(episodeNumber), status: word('status', status) }),
  );
  return <Alert tone="warning">{t('leftOut', { count: episodes.length, list: format.list(list) })}</Alert>;
}

/** The plan as it was left, or one to begin with. */
function usePlan(draft: string) {
  const [nothing] = useState<Plan>(() => ({ cadence: 'daily', start: firstMoment(), everyDays: 2, own: {} }));
  const [kept, setPlan] = useDraft(draft, isPlan);
  const restoredAt = useRestoredAt(draft);
  return { plan: kept ?? nothing, setPlan, restoredAt: kept && restoredAt };
}

interface BuilderProps {
  /** The name that the plan is kept under until it is sent: dates that are typed one by one are work. */
  draft: string;
  title: string;
  all: readonly Episode[];
  onDone: () => void;
}

function Builder({ draft, title, all, onDone }: BuilderProps) {
  // What was offered at first stays, with what was typed for it: a refusal says which cannot be scheduled any more.
  const [episodes] = useState(() => all.filter(isSchedulable));
  const t = useWords(cadenceWords);
  const { plan, setPlan, restoredAt } = usePlan(draft);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const ids = episodes.map(({ id }) => id);
  const moments = momentsOf(plan, ids);
  const body = bulkBody(plan, ids);
  const review = useBulkReview(title, episodes);
  const submit = () => {
    if (!body) return;
    review({
      draft,
      change: change('POST', '/v1/admin/schedules/bulk', { body }),
      moments,
      onDone: () => {
        setPlan(undefined);
        onDone();
      },
      onInvalid: setRefusal,
    });
  };
  return (
    <Stack
      as="form"
      gap="lg"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RestoredDraft at={restoredAt} draft={draft} onDiscard={() => setPlan(undefined)} />
      <LeftOut episodes={all.filter(({ id }) => !ids.includes(id))} />
      <PlanFields plan={plan} ids={ids} onPlan={setPlan} />
      {refusal && (
        <Alert tone="danger" role="alert">
          {t('refused')}
        </Alert>
      )}
      <CadenceDates
        episodes={episodes}
        moments={moments}
        faults={faultsOf(refusal)}
        own={plan.cadence === 'custom' ? plan.own : null}
        onOwn={(id, value) => setPlan({ ...plan, own: { ...plan.own, [id]: value } })}
      />
      <div>
        <Button type="submit" disabled={!body}>
          {t('submit')}
        </Button>
      </div>
    </Stack>
  );
}

interface BulkReview {
  draft: string;
  change: Change;
  moments: readonly (string | undefined)[];
  onDone: () => void;
  /** Called where some of them cannot be scheduled. */
  onInvalid: (error: ApiError) => void;
}

/** Shows what is to be scheduled, by the names of the episodes, before it is. */
function useBulkReview(title: string, episodes: readonly Episode[]): (request: BulkReview) => void {
  const t = useWords(cadenceWords);
  const format = useFormat();
  const review = useReview();
  return ({ draft, change: sent, moments, onDone, onInvalid }) => {
    const known = moments.filter((moment) => moment !== undefined).toSorted();
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return;
    review.open({
      title: t('sheet', { count: episodes.length, title }),
      intro: t('intro', { first: format.dateTime(first, 'UTC'), last: format.dateTime(last, 'UTC') }),
      confirmLabel: t('confirm'),
      draft,
      change: sent,
      notice: (answer) => <ScheduleRisks body={answer} />,
      onDone,
      onRefused: (error) => {
        if (error.code !== 'bulk_invalid') return false;
        onInvalid(error);
        return true;
      },
    });
  };
}

interface PlanFieldsProps {
  plan: Plan;
  ids: readonly string[];
  onPlan: (plan: Plan) => void;
}

function PlanFields({ plan, ids, onPlan }: PlanFieldsProps) {
  const t = useWords(cadenceWords);
  const choose = (value: string) => {
    const cadence = cadences.find((one) => one === value) ?? plan.cadence;
    onPlan(cadence === 'custom' ? customPlanFrom(plan, ids) : { ...plan, cadence });
  };
  return (
    <>
      <NativeSelect
        label={t('cadence')}
        value={plan.cadence}
        onChange={(event) => choose(event.currentTarget.value)}
        data={cadences.map((value) => ({ value, label: t(value) }))}
      />
      {plan.cadence === 'every_n_days' && (
        <WholeNumberField
          label={t('everyDays')}
          min={1}
          max={longestStep}
          value={plan.everyDays}
          onChange={(everyDays) => onPlan({ ...plan, everyDays })}
        />
      )}
      {plan.cadence !== 'custom' && (
        <MomentField
          label={t('start')}
          hint={t('startHint')}
          value={plan.start}
          onChange={(start) => onPlan({ ...plan, start })}
        />
      )}
    </>
  );
}
