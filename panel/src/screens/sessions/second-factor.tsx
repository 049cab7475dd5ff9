import { Button, type ButtonProps, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, done, unwrap } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { useSession } from '../../app/session.ts';
import { Text } from '../../ui/box.tsx';
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
  // An open session alone must not be enough to set up a second factor.
  if (!enroll.data) {
    return (
      <SecretForm
        mutation={enroll}
        label={t('factor.password')}
        wrong={t('factor.passwordWrong')}
        submit={t('factor.enroll')}
        type="password"
        autoComplete="current-password"
        minLength={1}
        button={{ variant: 'default' }}
      />
    );
  }
  return (
    <CodeForm submit={t('factor.confirm')} mutation={confirm}>
      <Text as="p" tone="muted">
        {t('factor.step')}
      </Text>
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

function TurnOff() {
  const t = useWords(sessionWords);
  const client = useQueryClient();
  const disable = useMutation({
    mutationFn: (otp: string) => done(api.POST('/v1/admin/auth/totp/disable', { body: { otp } })),
    onSuccess: () => invalidateAfter(client, ['/v1/admin/auth']),
  });
  return (
    <CodeForm submit={t('factor.disable')} mutation={disable} button={{ variant: 'light', color: 'red' }}>
      <Text as="p" tone="muted">
        {t('factor.disableText')}
      </Text>
    </CodeForm>
  );
}

interface SecretFormProps {
  mutation: Submitted;
  label: string;
  /** What is said when it is not the right one. */
  wrong: string;
  submit: string;
  type?: 'password';
  autoComplete: 'current-password' | 'one-time-code';
  minLength: number;
  button?: ButtonProps;
  children?: ReactNode;
}

/** Asks for the one thing that proves who one is: the password, or a code from the app. */
function SecretForm({ mutation, label, wrong, submit, minLength, button, children, ...field }: SecretFormProps) {
  const [typed, setTyped] = useState('');
  // A code is often copied with spaces around it; in a password they may belong to it.
  const secret = field.type === 'password' ? typed : typed.trim();
  const isWrong = mutation.error !== null && asApiError(mutation.error).code === 'invalid_credentials';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate(secret);
      }}
    >
      {children}
      {!isWrong && <ErrorNote error={mutation.error} />}
      <TextInput
        {...field}
        label={label}
        dir="ltr"
        value={typed}
        error={isWrong && wrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" {...button} loading={mutation.isPending} disabled={secret.length < minLength}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

type CodeFormProps = Pick<SecretFormProps, 'mutation' | 'submit' | 'button' | 'children'>;

function CodeForm(props: CodeFormProps) {
  const t = useWords(sessionWords);
  return (
    <SecretForm
      {...props}
      label={t('factor.code')}
      wrong={t('factor.wrong')}
      autoComplete="one-time-code"
      minLength={6}
    />
  );
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useWords(sessionWords);
  return (
    <div className={classes.form} role="status">
      <Text as="p" tone="muted">
        <strong>{t('factor.codes')}.</strong> {t('factor.codesText')}
      </Text>
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
