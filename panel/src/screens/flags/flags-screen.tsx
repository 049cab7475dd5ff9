import { Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { ScreenPage } from '../../app/screen-page.tsx';
import { Rows, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useFlagChange } from './flag-change.ts';
import classes from './flags.module.css';
import { type Flag, type Flags, flagsQuery, isPublic, publicPrefix, stateOf } from './queries.ts';
import { useStateText } from './state-text.ts';
import { flagWords } from './words.ts';

export function FlagsScreen() {
  const t = useWords(flagWords);
  const flags = useQuery(flagsQuery);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/flags/new', permission: 'system:write' }}
    >
      <Text as="p" tone="muted">
        {t('visibility.rule', { prefix: publicPrefix })}
      </Text>
      <Loaded query={flags} lines={8}>
        {({ data, etag }) => <FlagList flags={data} tag={etag} />}
      </Loaded>
    </ScreenPage>
  );
}

function FlagList({ flags: { flags, allowed }, tag }: { flags: Flags; tag: string | null }) {
  const t = useWords(flagWords);
  const [typed, setTyped] = useState('');
  const all = Object.entries(flags);
  const found = all.filter(([key]) => key.includes(typed.trim().toLowerCase()));
  if (all.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
  return (
    <Stack gap="md" mt="md">
      <TextInput
        className={classes.search ?? ''}
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.length === 0 && <EmptyState title={t('noneFound')} text={t('noneFoundText')} />}
      <Rows className={classes.list} framed="plain" aria-label={t('title')}>
        {found.map(([key, flag]) => (
          <FlagRow key={key} flagKey={key} flag={flag} tag={tag} isLocked={!allowed.includes('update')} />
        ))}
      </Rows>
    </Stack>
  );
}

interface FlagRowProps {
  flagKey: string;
  flag: Flag;
  tag: string | null;
  isLocked: boolean;
}

function FlagRow({ flagKey, flag, tag, isLocked }: FlagRowProps) {
  const t = useWords(flagWords);
  const stateText = useStateText();
  const { set } = useFlagChange();
  const state = stateOf(flag);
  const toggled = typeof flag === 'boolean' ? !flag : { ...flag, enabled: !flag.enabled };
  return (
    <li data-flag={flagKey}>
      <Switch
        aria-label={t('toggle', { key: flagKey })}
        checked={state.enabled}
        disabled={isLocked}
        onChange={() => set(flagKey, toggled, { tag })}
      />
      <Stack as="span" tight>
        <Link to="/flags/$key" params={{ key: flagKey }} className={classes.key ?? ''}>
          <bdi dir="ltr">{flagKey}</bdi>
        </Link>
        <small>{stateText(state)}</small>
      </Stack>
      <StatusPill tone={isPublic(flagKey) ? 'info' : 'neutral'}>
        {t(isPublic(flagKey) ? 'visibility.app' : 'visibility.inside')}
      </StatusPill>
    </li>
  );
}
