import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/query.ts';
import { useSession } from '../../app/session.ts';
import { useUserOptions } from '../../app/user-options.ts';
import { Stack, Text } from '../../ui/box.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { shortId } from '../../ui/short-id.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import classes from './flags.module.css';
import { decisionQuery, type FlagDecision, type FlagState } from './queries.ts';
import { flagWords } from './words.ts';

/** What the edited flag would decide for whom the saved one was asked about: the bucket does not change. */
export function decide({ enabled, percentage, markets }: FlagState, { bucket, market }: FlagDecision) {
  if (!enabled) return 'off' as const;
  if (markets.length > 0 && (market === null || !markets.includes(market))) return 'other_market' as const;
  if (percentage === 100) return 'on' as const;
  return bucket < percentage ? ('within_percentage' as const) : ('outside_percentage' as const);
}

/** The devices of a picked user: the app asks by the device as long as nobody is signed in on it. */
function useDevices(userId: string | undefined) {
  const t = useWords(flagWords);
  const [chosen, choose] = useState('');
  const user = useQuery({
    ...apiQuery('/v1/admin/users/{id}', { path: { id: userId ?? '' } }),
    enabled: userId !== undefined,
  });
  const known = (userId !== undefined && user.data?.devices) || [];
  const nameOf = (model: string | null, id: string): string => {
    if (model === null) return shortId(id);
    return known.filter((other) => other.model === model).length > 1 ? `${model} · ${shortId(id)}` : model;
  };
  const options = known.flatMap(({ deviceId, model }) =>
    deviceId === null ? [] : { value: deviceId, label: t('decision.signedOut', { device: nameOf(model, deviceId) }) },
  );
  const isTheirs = options.some(({ value }) => value === chosen);
  return {
    options,
    choose,
    chosen: isTheirs ? chosen : undefined,
    market: isTheirs ? (user.data?.countryCode ?? undefined) : undefined,
  };
}

/** Whether one user or device gets it, with what is in the form now, and why. */
export function Decision({ flagKey, state }: { flagKey: string; state: FlagState }) {
  const t = useWords(flagWords);
  const { can } = useSession();
  const [picked, setPicked] = useState<string>();
  const devices = useDevices(picked);
  const [typed, setTyped] = useState('');
  const [device] = useDebouncedValue(typed.trim(), 300);
  const { options, onType } = useUserOptions(picked);
  const id = devices.chosen ?? picked ?? device;
  // A device has no market of its own: it is where its user is.
  const decision = useQuery({ ...decisionQuery(flagKey, id, devices.market), enabled: id !== '' });
  return (
    <DrawerSection title={t('decision.title')}>
      <Stack gap="md">
        {can('users:read') && (
          <Select
            label={t('decision.user')}
            placeholder={t('decision.find')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('decision.clear') }}
            nothingFoundMessage={t('decision.typeToFind')}
            onSearchChange={onType}
            filter={({ options: found }) => found}
            value={picked ?? null}
            onChange={(value) => setPicked(value ?? undefined)}
            data={options}
          />
        )}
        {devices.options.length > 0 && (
          <NativeSelect
            label={t('decision.device')}
            value={devices.chosen ?? ''}
            onChange={(event) => devices.choose(event.currentTarget.value)}
            data={[{ value: '', label: t('decision.signedIn') }, ...devices.options]}
          />
        )}
        {picked === undefined && (
          <TextInput
            label={t('decision.id')}
            dir="ltr"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Stack>
      {id !== '' && decision.isError && (
        <Text as="p" tone="muted">
          {t('decision.failed')}
        </Text>
      )}
      {id !== '' && decision.data && <Answer decision={decision.data} state={state} />}
    </DrawerSection>
  );
}

function Answer({ decision, state }: { decision: FlagDecision; state: FlagState }) {
  const t = useWords(flagWords);
  const format = useFormat();
  const places = usePlaces();
  if (!decision.isKnown)
    return (
      <Text as="p" tone="muted">
        {t('decision.unknown')}
      </Text>
    );
  const reason = decide(state, decision);
  const isOn = reason === 'on' || reason === 'within_percentage';
  return (
    <p className={classes.answer} role="status">
      <StatusPill tone={isOn ? 'positive' : 'neutral'}>{t(isOn ? 'on' : 'off')}</StatusPill>
      <span>
        {t(`decision.reason.${reason}`, {
          bucket: format.number(decision.bucket),
          percentage: format.number(state.percentage),
          market: decision.market === null ? t('decision.noMarket') : places.country(decision.market),
        })}
      </span>
    </p>
  );
}
