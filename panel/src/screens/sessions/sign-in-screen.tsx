import { Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError, asApiError } from '../../api/errors.ts';
import { safeNext } from '../../app/session.ts';
import { demoKey } from '../../app/session-data.ts';
import { offerTour } from '../../app/tour/state.ts';
import { Alert } from '../../ui/alert.tsx';
import { Note, Pair, Stack, Text } from '../../ui/box.tsx';
import { announceSignIn } from '../../ui/signed-in.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './auth-layout.module.css';
import { AuthLayout } from './auth-layout.tsx';
import { sessionWords } from './words.ts';

interface Credentials {
  email: string;
  password: string;
  otp?: string;
}

const route = getRouteApi('/sign-in');

function useSignIn() {
  const router = useRouter();
  const client = useQueryClient();
  const { next } = route.useSearch();
  return useMutation({
    mutationFn: (body: Credentials) => unwrap(api.POST('/v1/admin/auth/login', { body })),
    onSuccess: async ({ admin }) => {
      announceSignIn(admin.id);
      offerTour(admin);
      client.clear();
      if (admin.must_reset_password) await router.navigate({ to: '/reset', search: { next: safeNext(next) } });
      else await router.navigate({ href: safeNext(next) });
    },
  });
}

export function SignInScreen() {
  const t = useWords(sessionWords);
  const sentence = useErrorSentence();
  const { why } = route.useSearch();
  const signIn = useSignIn();
  return (
    <AuthLayout
      title={t('signIn.title')}
      text={t('signIn.text')}
      below={<DemoSignIns onChoose={(one) => signIn.mutate(one)} />}
    >
      {why && signIn.isIdle && (
        <Text as="div" mb="lg">
          <Alert tone="warning" title={t('signIn.ended')}>
            {sentence(new ApiError(why, 401))}
          </Alert>
        </Text>
      )}
      <SignInForm signIn={signIn} />
    </AuthLayout>
  );
}

function SignInForm({ signIn }: { signIn: ReturnType<typeof useSignIn> }) {
  const t = useWords(sessionWords);
  const sentence = useErrorSentence();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const error = signIn.error && asApiError(signIn.error);
  const needsCode = asksCode || error?.code === 'otp_required';
  const submit = () => {
    setAsksCode(needsCode);
    signIn.mutate({ email, password, ...(otp && { otp: otp.trim() }) });
  };
  // One answer for a wrong email, password or code: it must not say which.
  const isRefused = error && error.code !== 'otp_required';
  return (
    <Stack
      as="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isRefused && (
        <Alert tone="danger" role="alert">
          {error.code === 'invalid_credentials' ? t('signIn.wrong') : sentence(error)}
        </Alert>
      )}
      <TextInput
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        dir="ltr"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('signIn.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {needsCode && (
        <TextInput
          label={t('signIn.otp')}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          dir="ltr"
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
        />
      )}
      <Button type="submit" fullWidth loading={signIn.isPending}>
        {t('signIn.submit')}
      </Button>
      <p className={classes.note}>{t('signIn.lasts')}</p>
    </Stack>
  );
}

/** Only the demo has these; anywhere else the server knows nothing of them and nothing is shown. */
function DemoSignIns({ onChoose }: { onChoose: (one: Credentials) => void }) {
  const t = useWords(sessionWords);
  const word = useServerWord();
  const { data } = useQuery({
    queryKey: demoKey,
    queryFn: async () => (await unwrap(api.GET('/v1/demo'))).items,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  return (
    <section className={classes.demo} aria-labelledby="demo">
      <Text id="demo" as="h2" size="md">
        {t('signIn.demo')}
      </Text>
      <Note mt="3xs" mb="sm">
        {t('signIn.demoText')}
      </Note>
      <Pair as="ul" className={classes.halves} gap="sm">
        {data.map(({ email, password = '', name, role }) => (
          <li key={email}>
            <UnstyledButton className={classes.demoItem} onClick={() => onChoose({ email, password })}>
              <Text size="md" weight="medium">
                {word('role', role, role)}
              </Text>
              <small>{name}</small>
            </UnstyledButton>
          </li>
        ))}
      </Pair>
    </section>
  );
}
