import { Button } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { safeNext, useSignOut } from '../../app/session.ts';
import { Stack } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useChangePassword } from './change-password.ts';
import { PasswordFault } from './password-fault.tsx';
import { PasswordFields } from './password-fields.tsx';
import { sessionWords } from './words.ts';

const route = getRouteApi('/reset');

/** The first sign-in: the temporary password is replaced before anything else. */
export function ResetScreen() {
  const t = useWords(sessionWords);
  const router = useRouter();
  const signOut = useSignOut();
  const { next } = route.useSearch();
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const change = useChangePassword(() => void router.navigate({ href: safeNext(next) }));
  return (
    <AuthLayout title={t('reset.title')} text={t('reset.text')}>
      <Stack
        as="form"
        gap="md"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ currentPassword: current, newPassword: fresh });
        }}
      >
        <PasswordFault error={change.error} />
        <PasswordFields
          currentLabel={t('password.temporary')}
          current={current}
          fresh={fresh}
          onCurrent={setCurrent}
          onFresh={setFresh}
        />
        <Button type="submit" fullWidth loading={change.isPending}>
          {t('reset.submit')}
        </Button>
        <Button variant="subtle" color="gray" fullWidth onClick={() => void signOut()}>
          {t('reset.signOut')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
