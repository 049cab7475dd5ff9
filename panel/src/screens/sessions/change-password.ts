import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** The answer sets a new cookie: this session goes on, every other one is over. */
export function useChangePassword(onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      unwrap(api.POST('/v1/admin/auth/change-password', { body })),
    onSuccess: async () => {
      await client.invalidateQueries();
      client.removeQueries({ queryKey: ['me'] });
      onChanged();
    },
  });
}
