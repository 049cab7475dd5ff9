import { Type } from 'typebox';
import type { Endpoint } from '../kit/http/endpoint.ts';
import { publicEndpoint } from '../kit/http/endpoints.ts';
import { demoAdmins } from './admins.ts';

const SignIn = Type.Object({ email: Type.String(), password: Type.String(), role: Type.String(), name: Type.String() });

/** Only there while the demo is on. */
export const demoRoutes = (password: string): Endpoint[] => [
  publicEndpoint({
    method: 'GET',
    url: '/demo',
    may: 'anyone',
    summary: 'The sign-ins of the demo',
    reply: Type.Object({ admins: Type.Array(SignIn) }),
    run: async () => ({ admins: demoAdmins.map((admin) => ({ ...admin, password })) }),
  }),
];
