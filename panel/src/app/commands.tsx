import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Icon,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconRoute,
  IconSun,
  IconUserCircle,
} from '../ui/icons.ts';
import { Palette, type PaletteItem } from '../ui/palette.tsx';
import { setPreferences, usePreferences } from '../ui/preferences.ts';
import { type Localized, languages, useLanguage, useLocalized, useWords } from '../words/define.ts';
import { languageNames } from './choices.tsx';
import type { CommandsState } from './command-keys.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { type Finder, hasPermission } from './screen.ts';
import { useSynonyms } from './search-synonyms.ts';
import { useMenu, useOpenScreens, useSession } from './session.ts';
import { useAskToSignOut } from './sign-out.tsx';
import { startTour } from './tour/state.ts';
import { useViewFinder } from './views/find-views.ts';
import { shellWords } from './words.ts';

/** The palette and the keyboard help. They come when they are first asked for. */
export function Commands({ state }: { state: CommandsState }) {
  const t = useWords(shellWords);
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, 150);
  // What is picked from begins at once with all there is, not with what was typed to find the action.
  const asked = query === '' ? '' : settled;
  const [picking, setPicking] = useState<Picking | null>(null);
  const pages = usePageItems();
  const onPage = useItemsOnPage(state);
  const actions = useActionItems(state, (begun) => {
    setPicking(begun);
    setQuery('');
  });
  const { items: found, isFetching, isFailed, retry } = useFound(asked, picking);
  const close = () => {
    state.close();
    setQuery('');
    setPicking(null);
  };
  const texts = usePaletteTexts(picking);
  const shown = found.map((item) => ({ ...item, isFound: asked === query }));
  return (
    <>
      <Palette
        opened={state.palette}
        onClose={close}
        {...texts}
        busyText={isFetching || asked !== query ? t('palette.searching') : undefined}
        items={picking ? shown : [...pages, ...shown, ...onPage, ...actions]}
        failure={isFailed ? { text: t('palette.failed'), retryLabel: t('palette.retry'), onRetry: retry } : undefined}
        onQuery={setQuery}
      />
      <KeyboardHelp opened={state.help} onClose={close} />
    </>
  );
}

/** What the palette says of itself: it searches everything, or for what an action is about. */
function usePaletteTexts(picking: Picking | null) {
  const t = useWords(shellWords);
  const emptyText = t('palette.empty');
  if (picking === null) {
    return { title: t('palette.title'), placeholder: t('palette.placeholder'), mode: '', emptyText };
  }
  const { label, empty = emptyText } = picking;
  return { title: label, placeholder: label, mode: label, emptyText: empty };
}

function usePageItems(): PaletteItem[] {
  const t = useWords(shellWords);
  const router = useRouter();
  const go = (href: string) => () => void router.navigate({ href });
  const localized = useLocalized();
  const also = useSynonyms();
  const entries = useMenu().flatMap((group) => group.entries);
  const page = (to: string, label: string, icon: Icon) => ({
    id: `page:${to}`,
    group: t('palette.pages'),
    label,
    icon,
    also: also(to),
    run: go(to),
  });
  return [
    page('/', t('palette.home'), IconHome),
    ...entries.map(({ to, label, icon, key }) => ({
      ...page(to, localized(label), icon),
      keys: `G ${key.toUpperCase()}`,
    })),
    page('/account', t('account.mine'), IconUserCircle),
  ];
}

/** The buttons and fields of the page that is open, so that none has to be reached with Tab. */
function useItemsOnPage({ pageActions }: CommandsState): PaletteItem[] {
  const group = useWords(shellWords)('palette.onPage');
  return pageActions.map((action) => ({ ...action, id: `on-page:${action.label}`, group }));
}

/** An action that asks for what it is about. */
interface Picking {
  readonly label: string;
  readonly find: Finder['find'];
  readonly empty: string | undefined;
}

function useActionItems({ openHelp }: CommandsState, onPick: (begun: Picking) => void): PaletteItem[] {
  const t = useWords(shellWords);
  const signOut = useAskToSignOut();
  const { language } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const colorScheme = useComputedColorScheme('light');
  const begun = useScreenActions(onPick);
  const also = useSynonyms();
  const group = t('palette.actions');
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  return [
    ...begun,
    {
      id: 'theme',
      icon: other === 'dark' ? IconMoon : IconSun,
      label: `${t('theme.label')}: ${t(`theme.${other}`)}`,
      run: () => setColorScheme(other),
    },
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        id: `language-${each}`,
        icon: IconLanguage,
        label: languageNames[each],
        hint: t('language'),
        run: () => setPreferences({ language: each }),
      })),
    { id: 'tour', label: t('account.tour'), icon: IconRoute, run: startTour },
    { id: 'keyboard', label: t('keyboard'), icon: IconKeyboard, keys: '?', run: openHelp },
    { id: 'sign-out', label: t('account.signOut'), icon: IconLogout, run: signOut },
  ].map((item) => ({ also: also(item.id), ...item, group }));
}

/** What the screens let one begin from anywhere. */
function useScreenActions(onPick: (begun: Picking) => void): Omit<PaletteItem, 'group'>[] {
  const router = useRouter();
  const localized = useLocalized();
  const also = useSynonyms();
  const { me } = useSession();
  const actions = useOpenScreens().flatMap((screen) => screen.actions ?? []);
  return actions
    .filter(({ permission }) => hasPermission(me.permissions, permission))
    .map((action) => {
      const shown = { label: localized(action.label), icon: action.icon };
      if ('href' in action) {
        const { href } = action;
        return { ...shown, id: `action:${href}`, also: also(href), run: () => void router.navigate({ href }) };
      }
      const empty = action.empty && localized(action.empty);
      const begun = { label: shown.label, find: action.pick, empty };
      return { ...shown, id: action.label.en, also: also(action.label.en), staysOpen: true, run: () => onPick(begun) };
    });
}

interface FoundItems {
  readonly items: PaletteItem[];
  readonly isFetching: boolean;
  /** At least one kind of thing could not be searched. */
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** What people type before the name of whom or what they look for. */
const beforeName = /^(?:who is|who's|siapa|من هو|من هي)\s+(?=\S)/i;

/**
 * Things of the server whose names fit what was typed, of every kind or of the one that is to be picked. A kind that fails
 * does not hide the others.
 */
function useFound(query: string, picking: Picking | null): FoundItems {
  const localized = useLocalized();
  const language = useLanguage();
  const router = useRouter();
  const { me } = useSession();
  const views = useViewFinder();
  const all = [...useOpenScreens().flatMap(({ finder }) => finder ?? []), views];
  const finders: readonly { label?: Localized; find: Finder['find'] }[] = picking ? [{ find: picking.find }] : all;
  const isAsked = picking !== null || query.length >= 2;
  const name = query.replace(beforeName, '');
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['palette', me.id, language, picking?.label ?? '', query],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(finders.map((finder) => finder.find(name, signal)));
      const found = answers.flatMap((one, index) =>
        one.status === 'fulfilled' ? one.value.map((item) => ({ ...item, of: finders[index]?.label })) : [],
      );
      return { found, isFailed: answers.some(({ status }) => status === 'rejected') };
    },
  });
  const items = (data?.found ?? []).map(({ id, label, hint, href, of }) => ({
    id,
    label,
    hint,
    group: of ? localized(of) : (picking?.label ?? ''),
    run: () => void router.navigate({ href }),
  }));
  const isFailed = isAsked && data?.isFailed === true;
  return { items: isAsked ? items : [], isFetching, isFailed, retry: () => void refetch() };
}
