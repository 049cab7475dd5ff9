import { SegmentedControl } from '@mantine/core';
import { Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './push.module.css';
import { languages } from './queries.ts';
import { pushWords } from './words.ts';

export type PreviewLanguage = (typeof languages)[number];

const isLanguage = (value: string): value is PreviewLanguage => languages.some((one) => one === value);

interface PreviewProps {
  words: Readonly<Record<PreviewLanguage, { readonly title: string; readonly body: string }>>;
  /** The URL of its picture. */
  picture?: string | undefined;
  language: PreviewLanguage;
  onLanguage: (language: PreviewLanguage) => void;
}

/** The message as a phone shows it, in one of its languages; what has no words of its own is shown in English. */
export function DevicePreview({ words, picture, language, onLanguage }: PreviewProps) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const format = useFormat();
  const { title, body } = words[language];
  const isWritten = title.trim() !== '' && body.trim() !== '';
  const shown = isWritten ? words[language] : words.en;
  const lang = isWritten ? language : 'en';
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <SegmentedControl
        size="xs"
        aria-label={t('preview.language')}
        value={language}
        onChange={(value) => isLanguage(value) && onLanguage(value)}
        data={languages.map((value) => ({ value, label: word('language', value) }))}
      />
      <Stack className={classes.phone} gap="2xl" lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
        <p className={classes.clock} aria-hidden>
          {format.dateTime(new Date('2030-01-01T20:30:00Z'), 'UTC').slice(-5)}
        </p>
        <div className={classes.notification}>
          <span className={classes.appIcon} aria-hidden>
            C
          </span>
          <div className={classes.message}>
            <p className={classes.app}>Cliffhanger</p>
            <p className={classes.messageTitle}>{shown.title || t('preview.noTitle')}</p>
            <p>{shown.body || t('preview.noBody')}</p>
            {picture !== undefined && <img className={classes.messagePicture} src={picture} alt="" />}
          </div>
        </div>
      </Stack>
      {!isWritten && language !== 'en' && <p className={classes.quiet}>{t('preview.fallback')}</p>}
    </section>
  );
}
