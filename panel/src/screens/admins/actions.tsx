import { type Change, change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Text } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import type { Admin } from './queries.ts';
import { temporaryPassword } from './temporary-password.ts';
import { adminWords } from './words.ts';

const actions = ['reset_password', 'force_logout', 'clear_second_factor', 'enable', 'disable', 'delete'] as const;
type Action = (typeof actions)[number];

const dangerous: readonly Action[] = ['disable', 'delete'];

function changeOf(action: Action, { id }: Admin, password: string): Change | ((reason: string) => Change) {
  const path = { id };
  switch (action) {
    case 'enable':
      return change('PUT', '/v1/admin/admins/{id}', { path, body: { is_active: true } });
    case 'disable':
      return change('PUT', '/v1/admin/admins/{id}', { path, body: { is_active: false } });
    case 'force_logout':
      return change('POST', '/v1/admin/admins/{id}/force-logout', { path });
    case 'reset_password':
      return change('POST', '/v1/admin/admins/{id}/reset-password', { path, body: { temporary_password: password } });
    case 'clear_second_factor':
      return (reason) => change('POST', '/v1/admin/admins/{id}/clear-second-factor', { path, body: { reason } });
    case 'delete':
      return change('DELETE', '/v1/admin/admins/{id}', { path });
  }
}

/** What may be done with an admin now, as the server says; what may not says why. */
export function AdminActions({ admin, onGone }: { admin: Admin; onGone: () => void }) {
  const t = useWords(adminWords);
  const review = useReview();
  const blocked = useDisabledReason(admin.allowed, '*');
  const { name } = admin;
  const open = (action: Action) => {
    const password = temporaryPassword();
    review.open({
      title: t(`actions.sheet.${action}`, { name }),
      intro: t(`actions.intro.${action}`),
      confirmLabel: t(`actions.${action}`),
      danger: dangerous.includes(action),
      change: changeOf(action, admin, password),
      ...(action === 'delete' && { onDone: onGone }),
      ...(action === 'clear_second_factor' && { reason: { min: 3, max: 500, label: t('actions.clearReason') } }),
      ...(action !== 'reset_password' && { done: () => t(`actions.done.${action}`, { name }) }),
      ...(action === 'reset_password' && {
        result: () => (
          <div>
            <Text as="p" mb="sm">
              {t('create.once', { name })}
            </Text>
            <CopyText label={t('create.password')} text={password} />
          </div>
        ),
      }),
    });
  };
  const hidden: readonly Action[] = [
    admin.is_active ? 'enable' : 'disable',
    ...(admin.has_second_factor ? [] : (['clear_second_factor'] as const)),
  ];
  const shown = actions.filter((action) => !hidden.includes(action));
  return shown.map((action) => (
    <GatedButton
      key={action}
      blocked={blocked(action, dangerous.includes(action) ? t('blocked.lastSuperadmin') : undefined)}
      {...(dangerous.includes(action) && { variant: 'light', color: 'red' })}
      onClick={() => open(action)}
    >
      {t(`actions.${action}`)}
    </GatedButton>
  ));
}
