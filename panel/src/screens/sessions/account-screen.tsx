import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { LanguageChoice, ThemeChoice } from '../../app/choices.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Text } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { browserZone, setPreferences, usePreferences } from '../../ui/preferences.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './account.module.css';
import { useChangePassword } from './change-password.ts';
import { PasswordFault } from './password-fault.tsx';
import { PasswordFields } from './password-fields.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';
import { sessionWords } from './words.ts';

export function AccountScreen() {
  const t = useWords(sessionWords);
  const { me } = useSession();
  const word = useServerWord();
  return (
    <Page title={t('account.title')} description={t('account.text')} narrow>
      <Section title={t('account.profile')} description={t('account.profileText')}>
        <DescriptionList
          facts={[
            [t('account.name'), me.name],
            [t('account.email'), <EmailText key="email" email={me.email} />],
            [t('account.role'), word('role', me.role, me.role)],
            [t('account.lastSignIn'), <Time key="last" at={me.last_login_at} />],
          ]}
        />
      </Section>
      <Section title={t('account.password')} description={t('account.passwordText')}>
        <PasswordForm />
      </Section>
      <SecondFactor />
      <Section title={t('account.sessions')} description={t('account.sessionsText')}>
        <SessionList />
      </Section>
      <Section title={t('account.appearance')} description={t('account.appearanceText')}>
        <div className={classes.form}>
          <LanguageChoice label={t('account.language')} />
          <div>
            <Text as="p" size="md" weight="medium" mb="2xs">
              {t('account.theme')}
            </Text>
            <ThemeChoice labelled />
          </div>
        </div>
      </Section>
      <Section title={t('account.zones')} description={t('account.zonesText')}>
        <Zones />
      </Section>
    </Page>
  );
}

function PasswordForm() {
  const t = useWords(sessionWords);
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const change = useChangePassword(() => {
    setCurrent('');
    setFresh('');
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ currentPassword: current, newPassword: fresh });
      }}
    >
      <PasswordFault error={change.error} />
      {change.isSuccess && <Alert tone="positive">{t('password.changed')}</Alert>}
      <PasswordFields
        currentLabel={t('password.current')}
        current={current}
        fresh={fresh}
        onCurrent={setCurrent}
        onFresh={setFresh}
      />
      <div>
        <Button type="submit" variant="default" loading={change.isPending} disabled={!current || !fresh}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  );
}

function Zones() {
  const t = useWords(sessionWords);
  const { zone, marketZone } = usePreferences();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  const own = { value: '', label: t('account.browserZone', { zone: browserZone() }) };
  return (
    <div className={classes.form}>
      <Select
        label={t('account.zone')}
        searchable
        allowDeselect={false}
        limit={200}
        value={zone ?? ''}
        onChange={(value) => setPreferences({ zone: value || null })}
        data={[own, ...zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))]}
      />
      <Select
        label={t('account.marketZone')}
        searchable
        allowDeselect={false}
        limit={200}
        value={marketZone}
        onChange={(value) => value && setPreferences({ marketZone: value })}
        data={zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      />
    </div>
  );
}
