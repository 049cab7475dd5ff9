import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { admin, errorResponse, fakeServer, json } from '../../../test/fake-server.ts';
import { openPanel } from '../../../test/render.tsx';

const wrong = () => errorResponse(401, 'invalid_credentials');

it('The password is sent as it was typed, a code without the spaces around it; each says when it is wrong', async () => {
  const server = fakeServer();
  const enroll = '/v1/admin/auth/totp/enroll';
  const confirm = '/v1/admin/auth/totp/confirm';
  const bodies = (path: string) => server.calls.filter((call) => call.path === path).map(({ body }) => body);
  server.on('GET', '/v1/admin/admins/me', () => json({ ...admin, has_second_factor: false }));
  server.on('GET', '/v1/admin/auth/sessions', () => server.page([]));
  server.on('POST', enroll, wrong);
  server.on('POST', confirm, wrong);
  const { user } = await openPanel('/account');
  await user.type(await screen.findByLabelText('Your password'), ' pass word ');
  await user.click(screen.getByRole('button', { name: 'Set up' }));
  await screen.findByText('That is not your password');
  server.on('POST', enroll, () => json({ secret: 'ABCD', otpauthUrl: 'otpauth://totp/x?secret=ABCD' }));
  await user.click(screen.getByRole('button', { name: 'Set up' }));
  const code = await screen.findByLabelText<HTMLInputElement>('Code from the app');
  expect(code.value).toBe('');
  await user.type(code, ' 12345');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Turn on' }).disabled).toBe(true);
  await user.type(code, '6 ');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText(/Wrong or already used code/);
  server.on('POST', confirm, () => json({ recoveryCodes: ['one-code'] }));
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('one-code');
  expect(bodies(enroll)).toEqual([{ password: ' pass word ' }, { password: ' pass word ' }]);
  expect(bodies(confirm)).toEqual([{ otp: '123456' }, { otp: '123456' }]);
});
