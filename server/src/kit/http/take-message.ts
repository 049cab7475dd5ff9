import type { Answer } from './answer.ts';
import { type AuthenticatedRequest, type MountedEndpoint, paramsOf } from './call.ts';
import type { MessageEndpoint } from './endpoint.ts';
import { mustBeSafe } from './json.ts';

/** Hands a message to who takes it in. There is no transaction of the request: what came is kept even where acting fails. */
export async function handleMessage(
  mounted: MountedEndpoint<MessageEndpoint>,
  call: AuthenticatedRequest,
): Promise<Answer> {
  const { endpoint, database, checkQuery, checkBody, replies } = mounted;
  const { headers, ip, id: requestId, query, body } = call.request;
  const params = paramsOf(endpoint, call.request);
  mustBeSafe(query);
  const given = { params, query: checkQuery(query), body: checkBody(body), file: undefined };
  await endpoint.receive({ database, caller: call.auth.caller, headers, ip, requestId, ...given });
  return { status: replies.status, body: '', headers: [] };
}
