import { Type } from 'typebox';
import { Id, nullable, Timestamp } from '../../kit/http/schema.ts';

export const SignedIn = Type.Object(
  {
    access_token: Type.String(),
    admin: Type.Object({
      id: Id,
      email: Type.String(),
      name: Type.String(),
      role: Type.String(),
      permissions: Type.Array(Type.String(), { description: '`*` means all' }),
      must_reset_password: Type.Boolean(),
    }),
  },
  { title: 'SignedIn' },
);

export const Session = Type.Object(
  {
    id: Id,
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    current: Type.Boolean(),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Session' },
);

const Otp = Type.String({ minLength: 6, maxLength: 32, examples: ['482913'] });

export const LoginBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 1000 }),
  otp: Type.Optional(Otp),
});
export const ChangePasswordBody = Type.Object({
  currentPassword: Type.String({ maxLength: 1000 }),
  newPassword: Type.String({ maxLength: 1000, description: '12 to 128 characters, and not a common one' }),
});
export const EnrollBody = Type.Object({ password: Type.String({ maxLength: 1000 }) });
export const ClearSecondFactorBody = Type.Object({
  reason: Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' }),
});
export const OtpBody = Type.Object({ otp: Otp });
