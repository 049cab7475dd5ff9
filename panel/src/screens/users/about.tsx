import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Inline, Text } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import { Time } from '../../ui/time.tsx';
import { uiWords } from '../../ui/words.ts';
import { readable, useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import type { User } from './queries.ts';
import classes from './users.module.css';
import { userWords } from './words.ts';

type Provider = keyof (typeof userWords)['en']['about']['provider'];
const isProvider = (word: string): word is Provider => Object.hasOwn(userWords.en.about.provider, word);

const categories = ['drops', 'marketing', 'moderation'] as const;

export function About({ user }: { user: User }) {
  const t = useWords(userWords);
  const format = useFormat();
  const places = usePlaces();
  const { authProvider, email, phoneE164: phone, pushPrefs, pushDevices, streak } = user;
  const push = categories.filter((category) => pushPrefs[category]).map((category) => t(`about.${category}`));
  const facts: (readonly [string, ReactNode])[] = [
    [t('about.id'), <Copied key="id" label={t('about.id')} text={user.id} />],
    ...(email === null
      ? []
      : [
          [
            t('about.email'),
            <Copied key="email" label={t('about.email')} text={email} shown={<EmailText email={email} />} />,
          ] as const,
        ]),
    ...(phone === null
      ? []
      : [[t('about.phone'), <Copied key="phone" label={t('about.phone')} text={phone} />] as const]),
    [t('country'), user.countryCode === null ? t('about.none') : places.country(user.countryCode)],
    [t('language'), user.language === null ? t('about.none') : places.language(user.language)],
    [t('about.signIn'), isProvider(authProvider) ? t(`about.provider.${authProvider}`) : readable(authProvider)],
    [t('about.push'), push.length === 0 ? t('about.none') : format.list(push)],
    [t('about.pushDevices'), pushDevices === 0 ? t('about.none') : format.number(pushDevices)],
    [t('figures.streak'), t('figures.days', { count: streak.current })],
    [t('about.longest'), t('figures.days', { count: streak.longest })],
    [t('created'), <Time key="created" at={user.createdAt} />],
  ];
  return (
    <aside className={classes.about} aria-labelledby="about-title">
      <Text as="h2" size="md" mb="xs" id="about-title">
        {t('about.title')}
      </Text>
      <DescriptionList facts={facts} />
    </aside>
  );
}

/** Something that is taken to other systems, with the button that does it. */
export function Copied({ label, text, shown = text }: { label: string; text: string; shown?: ReactNode }) {
  const t = useWords(uiWords);
  return (
    <Inline as="span" align="start" justify="between" gap="2xs" breaks>
      <span className="ltr">{shown}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'copied' : 'copy')}>
            <ActionIcon size="sm" aria-label={`${t('copy')}: ${label}`} onClick={copy}>
              {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Inline>
  );
}
