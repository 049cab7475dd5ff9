import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Pair } from '../../ui/box.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import type { FieldSpec, FieldSpecs } from '../../ui/form/fields.ts';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { hourOptions, hoursIn, textOf } from './market-hours.ts';
import { MarketHoursField } from './market-hours-field.tsx';
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
              <Inline className={classes.buttons} wraps>
                <SwitchButton settings={data} tag={etag} />
              </Inline>
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

type LimitValues = Readonly<{
  dailyCap: number | null;
  'quietHours.from': string;
  'quietHours.to': string;
  'quietHours.markets': string;
}>;

const valuesOf = ({ dailyCap, quietHours: { from, to, markets } }: PushSettings): LimitValues => ({
  dailyCap,
  'quietHours.from': String(from),
  'quietHours.to': String(to),
  'quietHours.markets': textOf(Object.entries(markets)),
});

const bodyOf = (values: LimitValues) => ({
  ...(values.dailyCap !== null && { dailyCap: values.dailyCap }),
  quietHours: {
    from: Number(values['quietHours.from']),
    to: Number(values['quietHours.to']),
    markets: Object.fromEntries(hoursIn(values['quietHours.markets'])),
  },
});

function useLimitFields(isLocked: boolean): FieldSpecs<LimitValues> {
  const t = useWords(pushWords);
  const locked = isLocked ? { locked: t('settings.locked') } : {};
  const hour = (label: string): FieldSpec => ({ kind: 'choice', label, options: hourOptions, ...locked });
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
    'quietHours.markets': { kind: 'text', label: t('settings.markets'), ...locked },
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
  const { can } = useSession();
  const isLocked = !can('push:write');
  const form = useSchemaForm(
    useLimitFields(isLocked),
    { values: valuesOf(settings), tag },
    { draft: 'push.settings', onStale },
  );
  const { quietHours } = bodyOf(form.values);
  const submit = () =>
    review.open({
      title: t('settings.sheet'),
      about: t('settings.title'),
      confirmLabel: t('form.save'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (reason) =>
        change('PUT', '/v1/admin/push/settings', {
          ifMatch: form.tag,
          body: { ...bodyOf(form.values), ...(reason && { reason }) },
        }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: form.reset,
    });
  return (
    <SchemaFormFrame form={form} onSubmit={submit}>
      <FormField form={form} name="dailyCap" />
      <Pair>
        <FormField form={form} name="quietHours.from" />
        <FormField form={form} name="quietHours.to" />
      </Pair>
      <p className={classes.quiet}>{t('settings.quietHint')}</p>
      <MarketHoursField
        value={form.values['quietHours.markets']}
        usual={quietHours}
        isLocked={isLocked}
        error={form.errors['quietHours.markets']}
        onChange={(value) => form.set('quietHours.markets', value)}
      />
      <div>
        <Button type="submit" variant="default" disabled={Object.keys(form.changed).length === 0}>
          {t('form.continue')}
        </Button>
      </div>
    </SchemaFormFrame>
  );
}
