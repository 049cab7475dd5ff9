import { Type } from 'typebox';
import type { Endpoint } from '../kit/http/endpoint.ts';
import { publicEndpoint } from '../kit/http/endpoints.ts';
import { wholeList, wholeListOf } from '../kit/http/schema.ts';
import { demoAdmins } from './admins.ts';

const SignIn = Type.Object({
  email: Type.String(),
  password: Type.Optional(
    Type.String({ description: 'Only for callers on the same machine; elsewhere it is in the log of the start' }),
  ),
  role: Type.String(),
  name: Type.String(),
});

const thisMachine = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Only in demo mode. The password is returned to local callers if the service listens on the loopback address only. */
export const demoRoutes = (password: string, isLocal: boolean): Endpoint[] => [
  publicEndpoint({
    method: 'GET',
    url: '/demo',
    access: 'anyone',
    summary: 'List the demo accounts',
    description: 'Demo only; elsewhere 404. Passwords are returned only to callers on the same machine.',
    reply: wholeListOf(SignIn, { title: 'DemoSignIns' }),
    headers: {
      host: 'Pages of other hosts cannot read passwords',
      forwarded: 'Callers behind a proxy are not local',
      'x-forwarded-for': 'Likewise',
    },
    run: async ({ ip }, { headers }) => {
      const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
      const isShown = isLocal && thisMachine.includes(ip) && !isForwarded && ownHost.test(headers.host ?? '');
      return wholeList(demoAdmins.map((admin) => ({ ...admin, ...(isShown && { password }) })));
    },
  }),
];
