import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { meQuery } from '../../app/session.ts';

/** The answer sets a new cookie: this session goes on, every other one is over. */
export function useChangePassword(onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      unwrap(api.POST('/v1/admin/auth/change-password', { body })),
    onSuccess: () => {
      // Who must change their password is told so by this answer, and it is read before the next page.
      client.removeQueries({ queryKey: meQuery.queryKey });
      invalidateAfter(client, ['/v1/admin/auth']);
      onChanged();
    },
  });
}
