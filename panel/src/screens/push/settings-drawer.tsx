import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import type { FieldSpec, FieldSpecs } from '../../ui/form/fields.ts';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import classes from './push.module.css';
import { type PushSettings, settingsQuery } from './queries.ts';
import { SwitchButton } from './switch-button.tsx';
import { pushWords } from './words.ts';

const route = getRouteApi('/shell/push/settings');

/** What holds for all pushes: the switch, the limit of a day and the quiet hours. */
export function PushSettingsDrawer() {
  const t = useWords(pushWords);
  const navigate = route.useNavigate();
  const settings = useQuery(settingsQuery);
  const close = () => void navigate({ to: '/push', search: true });
  return (
    <DetailDrawer title={t('settings.title')} onClose={close} size={480}>
      <Loaded query={settings} lines={6}>
        {({ data, etag }) => (
          <>
            <DrawerSection title={t('switch.title')}>
              <p className={classes.quiet}>{t(data.enabled ? 'switch.stopText' : 'switch.stoppedText')}</p>
              <div className={classes.buttons}>
                <SwitchButton settings={data} tag={etag} />
              </div>
            </DrawerSection>
            <DrawerSection title={t('settings.limits')}>
              <Limits settings={data} tag={etag} onStale={() => void settings.refetch()} />
            </DrawerSection>
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

type LimitValues = Readonly<{ dailyCap: number | null; 'quietHours.from': string; 'quietHours.to': string }>;

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

function useLimitFields(isLocked: boolean): FieldSpecs<LimitValues> {
  const t = useWords(pushWords);
  const locked = isLocked ? { locked: t('settings.locked') } : {};
  const hour = (label: string): FieldSpec => ({ kind: 'choice', label, options: hours, ...locked });
  return {
    dailyCap: {
      kind: 'number',
      label: t('settings.cap'),
      description: t('settings.capHint'),
      required: true,
      min: 1,
      max: 100,
      ...locked,
    },
    'quietHours.from': hour(t('settings.from')),
    'quietHours.to': hour(t('settings.to')),
  };
}

interface LimitsProps {
  settings: PushSettings;
  tag: string | null;
  onStale: () => void;
}

function Limits({ settings, tag, onStale }: LimitsProps) {
  const t = useWords(pushWords);
  const review = useReview();
  const places = usePlaces();
  const { may } = useSession();
  const { dailyCap, quietHours } = settings;
  const saved = { dailyCap, 'quietHours.from': String(quietHours.from), 'quietHours.to': String(quietHours.to) };
  const form = useSchemaForm(
    useLimitFields(!may('push:write')),
    { values: saved, tag },
    { draft: 'push.settings', onStale },
  );
  const others = Object.entries(quietHours.markets);
  const submit = () =>
    review.open({
      title: t('settings.sheet'),
      about: t('settings.title'),
      confirmLabel: t('form.save'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (reason) =>
        change('PUT', '/v1/admin/push/settings', {
          ifMatch: form.tag,
          body: {
            ...(form.values.dailyCap !== null && { dailyCap: form.values.dailyCap }),
            quietHours: { from: Number(form.values['quietHours.from']), to: Number(form.values['quietHours.to']) },
            ...(reason && { reason }),
          },
        }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: form.reset,
    });
  return (
    <SchemaFormFrame form={form} onSubmit={submit}>
      <FormField form={form} name="dailyCap" />
      <div className={classes.pair}>
        <FormField form={form} name="quietHours.from" />
        <FormField form={form} name="quietHours.to" />
      </div>
      <p className={classes.quiet}>{t('settings.quietHint')}</p>
      {others.length > 0 && (
        <ul className={classes.markets}>
          {others.map(([market, { from, to }]) => (
            <li key={market}>
              {t('settings.other', { market: places.country(market), from: `${from}:00`, to: `${to}:00` })}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button type="submit" variant="default" disabled={Object.keys(form.changed).length === 0}>
          {t('form.continue')}
        </Button>
      </div>
    </SchemaFormFrame>
  );
}
