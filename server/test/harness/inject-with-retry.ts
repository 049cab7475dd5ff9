import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

const maxTries = 200;

/** Sends a request, and comes again where every place for such requests is taken, as the answer asks. */
export async function injectWithRetry(app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse> {
  for (let tries = 1; ; tries++) {
    const response = await app.inject(request);
    if (response.statusCode !== 503 || response.headers['retry-after'] === undefined || tries === maxTries) {
      return response;
    }
    await sleep(25);
  }
}
