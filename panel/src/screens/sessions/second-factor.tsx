import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, done, unwrap } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { useSession } from '../../app/session.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Section } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import classes from './account.module.css';
import { sessionWords } from './words.ts';

/** Off, being set up, on with its recovery codes still on the screen, on: one step at a time. */
export function SecondFactor() {
  const t = useWords(sessionWords);
  const { me } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const on = me.has_second_factor;
  return (
    <Section
      title={t('factor.title')}
      description={t('factor.text')}
      actions={<StatusPill tone={on ? 'positive' : 'neutral'}>{t(on ? 'factor.on' : 'factor.off')}</StatusPill>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
      ) : on ? (
        <TurnOff />
      ) : (
        <TurnOn onCodes={setCodes} />
      )}
    </Section>
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useWords(sessionWords);
  const client = useQueryClient();
  const enroll = useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/v1/admin/auth/totp/enroll', { body: { password } })),
  });
  const confirm = useMutation({
    mutationFn: (otp: string) => unwrap(api.POST('/v1/admin/auth/totp/confirm', { body: { otp } })),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      invalidateAfter(client, ['/v1/admin/auth']);
    },
  });
  if (!enroll.data) {
    return <PasswordForm mutation={enroll} />;
  }
  return (
    <CodeForm label={t('factor.code')} submit={t('factor.confirm')} mutation={confirm}>
      <p className={classes.muted}>{t('factor.step')}</p>
      <QrCode text={enroll.data.otpauthUrl} label={t('factor.scan')} />
      <CopyText label={t('factor.secret')} text={enroll.data.secret} />
      <a href={enroll.data.otpauthUrl}>{t('factor.openApp')}</a>
    </CodeForm>
  );
}

interface Submitted {
  mutate: (text: string) => void;
  isPending: boolean;
  error: unknown;
}

const isWrong = ({ error }: Submitted): boolean => error !== null && asApiError(error).code === 'invalid_credentials';

/** An open session alone must not be enough to set up a second factor. */
function PasswordForm({ mutation }: { mutation: Submitted }) {
  const t = useWords(sessionWords);
  const [password, setPassword] = useState('');
  const wrong = isWrong(mutation);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate(password);
      }}
    >
      {!wrong && <ErrorNote error={mutation.error} />}
      <TextInput
        type="password"
        label={t('factor.password')}
        autoComplete="current-password"
        dir="ltr"
        value={password}
        error={wrong && t('factor.passwordWrong')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={mutation.isPending} disabled={password === ''}>
          {t('factor.enroll')}
        </Button>
      </div>
    </form>
  );
}

function TurnOff() {
  const t = useWords(sessionWords);
  const client = useQueryClient();
  const disable = useMutation({
    mutationFn: (otp: string) => done(api.POST('/v1/admin/auth/totp/disable', { body: { otp } })),
    onSuccess: () => invalidateAfter(client, ['/v1/admin/auth']),
  });
  return (
    <CodeForm label={t('factor.code')} submit={t('factor.disable')} mutation={disable} danger>
      <p className={classes.muted}>{t('factor.disableText')}</p>
    </CodeForm>
  );
}

interface CodeFormProps {
  label: string;
  submit: string;
  mutation: Submitted;
  danger?: boolean;
  children: ReactNode;
}

function CodeForm({ label, submit, mutation, danger = false, children }: CodeFormProps) {
  const t = useWords(sessionWords);
  const [otp, setOtp] = useState('');
  const wrong = isWrong(mutation);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate(otp.trim());
      }}
    >
      {children}
      {!wrong && <ErrorNote error={mutation.error} />}
      <TextInput
        label={label}
        autoComplete="one-time-code"
        dir="ltr"
        value={otp}
        error={wrong && t('factor.wrong')}
        onChange={(event) => setOtp(event.currentTarget.value)}
      />
      <div>
        <Button
          type="submit"
          {...(danger ? { variant: 'light', color: 'red' } : {})}
          loading={mutation.isPending}
          disabled={otp.trim().length < 6}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useWords(sessionWords);
  return (
    <div className={classes.form} role="status">
      <p className={classes.muted}>
        <strong>{t('factor.codes')}.</strong> {t('factor.codesText')}
      </p>
      <ul className={`${classes.codes} ltr`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText label={t('factor.codes')} text={codes.join('\n')} hidden />
      <div>
        <Button onClick={onKept}>{t('factor.codesDone')}</Button>
      </div>
    </div>
  );
}
