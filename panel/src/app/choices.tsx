import {
  type MantineColorScheme,
  NativeSelect,
  SegmentedControl,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '../ui/icons.ts';
import { setPreferences, usePreferences } from '../ui/preferences.ts';
import { isLanguage, type Language, languages, useWords } from '../words/define.ts';
import { shellWords } from './words.ts';

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const satisfies { value: MantineColorScheme; icon: unknown }[];

const isScheme = (value: string): value is MantineColorScheme => schemes.some((scheme) => scheme.value === value);

export function ThemeChoice({ labelled = false }: { labelled?: boolean }) {
  const t = useWords(shellWords);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('theme.label')}
      value={colorScheme}
      onChange={(value) => isScheme(value) && setColorScheme(value)}
      data={schemes.map(({ value, icon: SchemeIcon }) => ({
        value,
        label: labelled ? (
          t(`theme.${value}`)
        ) : (
          <>
            <SchemeIcon size={14} style={{ display: 'block', margin: '2px auto' }} aria-hidden />
            <VisuallyHidden>{t(`theme.${value}`)}</VisuallyHidden>
          </>
        ),
      }))}
    />
  );
}

/** Each language in its own words: who looks for theirs may not read the present one. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  id: 'Bahasa Indonesia',
};

export function LanguageChoice({ label }: { label?: string }) {
  const t = useWords(shellWords);
  const { language } = usePreferences();
  return (
    <NativeSelect
      {...(label ? { label } : { 'aria-label': t('language') })}
      // A select is as wide as its widest name, so it would fetch the Arabic font to measure one word.
      styles={{ input: { fontFamily: 'system-ui, sans-serif' } }}
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && setPreferences({ language: value })}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}
