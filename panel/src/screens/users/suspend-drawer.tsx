import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Note, Stack } from '../../ui/box.tsx';
import { DateField } from '../../ui/date/date-field.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useDraftFields } from '../../ui/kept-fields.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { actionWords } from './action-words.ts';
import { userQuery } from './queries.ts';
import { useNameOf } from './status.tsx';

const route = getRouteApi('/shell/users/$id/suspend');
const dayMs = 86_400_000;
const lengths = [1, 3, 7, 30] as const;

/** The moment at which it ends; null is never, undefined is not known yet. */
function endOf(length: string, day: string): string | null | undefined {
  if (length === 'open') return null;
  if (length !== 'date') return new Date(Date.now() + Number(length) * dayMs).toISOString();
  const end = Date.parse(`${day}T00:00:00Z`);
  return end > Date.now() ? new Date(end).toISOString() : undefined;
}

/** For how long; the reason is asked for where the effects are shown. */
export function SuspendDrawer() {
  const t = useWords(actionWords);
  const review = useReview();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const { data: user } = useQuery(userQuery(id));
  const nameOf = useNameOf();
  const draft = `suspend ${id}`;
  const { values, set, clear, restored } = useDraftFields(draft, () => ({ length: '7', day: '' }));
  const { length, day } = values;
  const until = endOf(length, day);
  const close = () => void navigate({ to: '/users/$id', params: { id }, search: true });
  const name = user ? nameOf(user) : '';
  const submit = () => {
    if (until === undefined) return;
    review.open({
      title: t('sheet.suspend', { name }),
      intro: t('intro.suspend'),
      confirmLabel: t('suspend'),
      done: () => t('done.suspend', { name }),
      danger: true,
      reason: { min: 3, max: 500 },
      change: (reason) => change('POST', '/v1/admin/users/{id}/suspend', { path: { id }, body: { reason, until } }),
      draft,
      onDone: () => {
        clear();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={t('suspension.title', { name })} subtitle={t('intro.suspend')} onClose={close} size={440}>
      <Stack
        as="form"
        gap="lg"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RestoredDraft {...restored} />
        <NativeSelect
          data-autofocus
          label={t('suspension.length')}
          value={length}
          onChange={(event) => set({ length: event.currentTarget.value })}
          data={[
            ...lengths.map((count) => ({ value: String(count), label: t('suspension.days', { count }) })),
            { value: 'date', label: t('suspension.date') },
            { value: 'open', label: t('suspension.open') },
          ]}
        />
        {length === 'date' && (
          <DateField
            required
            withAsterisk={false}
            label={t('suspension.day')}
            description={t('suspension.dayHint')}
            error={day !== '' && until === undefined && t('suspension.past')}
            value={day}
            onChange={(next) => set({ day: next })}
          />
        )}
        {until && (
          <Note>
            {t('suspension.ends')} <Time at={until} />
          </Note>
        )}
        <div>
          <Button type="submit" disabled={until === undefined || !user}>
            {t('suspension.submit')}
          </Button>
        </div>
      </Stack>
    </DetailDrawer>
  );
}
