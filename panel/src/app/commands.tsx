import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { IconLanguage, IconLogout, IconMoon, IconSun, IconUserCircle } from '../ui/icons.ts';
import { Palette, type PaletteItem } from '../ui/palette.tsx';
import { setPreferences, usePreferences } from '../ui/preferences.ts';
import { languages, useLocalized, useWords } from '../words/define.ts';
import { languageNames } from './choices.tsx';
import type { CommandsState } from './command-keys.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { holds } from './screen.ts';
import { useMenu, useOpenScreens, useSession } from './session.ts';
import { useAskToSignOut } from './sign-out.tsx';
import { shellWords } from './words.ts';

/** The palette and the keyboard help. They come when they are first asked for. */
export function Commands({ state }: { state: CommandsState }) {
  const t = useWords(shellWords);
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query, 150);
  const pages = usePageItems();
  const actions = useActionItems();
  const { items: found, isFetching, isFailed, retry } = useFound(asked);
  const close = () => {
    state.close();
    setQuery('');
  };
  return (
    <>
      <Palette
        opened={state.palette}
        onClose={close}
        title={t('palette.title')}
        placeholder={t('palette.placeholder')}
        emptyText={t('palette.empty')}
        busyText={isFetching || asked !== query ? t('palette.searching') : undefined}
        items={[...pages, ...found.map((item) => ({ ...item, isFound: asked === query })), ...actions]}
        failure={isFailed ? { text: t('palette.failed'), retryLabel: t('palette.retry'), onRetry: retry } : undefined}
        onQuery={setQuery}
      />
      <KeyboardHelp opened={state.help} onClose={close} />
    </>
  );
}

function usePageItems(): PaletteItem[] {
  const t = useWords(shellWords);
  const router = useRouter();
  const go = (href: string) => () => void router.navigate({ href });
  const localized = useLocalized();
  const entries = useMenu().flatMap((group) => group.entries);
  const group = t('palette.pages');
  const pages = entries.map((entry) => ({
    ...{ id: entry.to, group, label: localized(entry.label), icon: entry.icon },
    ...{ keys: `G ${entry.key.toUpperCase()}`, run: go(entry.to) },
  }));
  const account = { id: 'account', group, label: t('account.mine'), icon: IconUserCircle, run: go('/account') };
  return [...pages, account];
}

function useActionItems(): PaletteItem[] {
  const t = useWords(shellWords);
  const signOut = useAskToSignOut();
  const { language } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const colorScheme = useComputedColorScheme('light');
  const begun = useScreenActions();
  const group = t('palette.actions');
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  return [
    ...begun.map((item) => ({ ...item, group })),
    {
      ...{ id: 'theme', group, icon: other === 'dark' ? IconMoon : IconSun },
      ...{ label: `${t('theme.label')}: ${t(`theme.${other}`)}`, run: () => setColorScheme(other) },
    },
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        ...{ id: `language-${each}`, group, icon: IconLanguage },
        ...{ label: languageNames[each], hint: t('language'), run: () => setPreferences({ language: each }) },
      })),
    { id: 'sign-out', group, label: t('account.signOut'), icon: IconLogout, run: signOut },
  ];
}

/** What the screens let one begin from anywhere. */
function useScreenActions() {
  const router = useRouter();
  const localized = useLocalized();
  const { me } = useSession();
  const actions = useOpenScreens().flatMap((screen) => screen.actions ?? []);
  return actions
    .filter(({ may }) => holds(me.permissions, may))
    .map(({ label, icon, href }) => ({
      ...{ id: href, label: localized(label), icon },
      run: () => void router.navigate({ href }),
    }));
}

interface FoundItems {
  readonly items: PaletteItem[];
  readonly isFetching: boolean;
  /** At least one kind of thing could not be searched. */
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** Things of the server whose names fit what was typed. A kind that fails does not hide the others. */
function useFound(query: string): FoundItems {
  const localized = useLocalized();
  const router = useRouter();
  const { me } = useSession();
  const finders = useOpenScreens().flatMap(({ finder }) => finder ?? []);
  const isAsked = query.length >= 2;
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['palette', me.id, query],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(finders.map((finder) => finder.find(query, signal)));
      const found = answers.flatMap((one, index) =>
        one.status === 'fulfilled' ? one.value.map((item) => ({ ...item, of: finders[index]?.label })) : [],
      );
      return { found, isFailed: answers.some(({ status }) => status === 'rejected') };
    },
  });
  const items = (data?.found ?? []).map(({ id, label, hint, href, of }) => ({
    ...{ id, label, hint, group: of ? localized(of) : '' },
    run: () => void router.navigate({ href }),
  }));
  const isFailed = isAsked && data?.isFailed === true;
  return { items: isAsked ? items : [], isFetching, isFailed, retry: () => void refetch() };
}
