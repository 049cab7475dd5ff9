import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** The rail that the servers of the tests bind to the card provider. No demo data is paid with it. */
export const cardRail = 'localwallet_cards';
export const cardSecret = 'whsec_what_the_card_provider_signs_with_in_the_tests';

let api: Promise<string> | undefined;

/**
 * The refunds endpoint of the card provider's API. The first order of a refund fails, and the next one succeeds if it has a
 * key of its own: the answer to a key is repeated. It listens until its process ends.
 */
function openApi(): Promise<string> {
  const answers = new Map<string, string>();
  const refunds = new Set<string>();
  const answerTo = (form: URLSearchParams): string => {
    const refundId = form.get('metadata[refundId]') ?? '';
    const isAgain = refunds.has(refundId);
    refunds.add(refundId);
    return JSON.stringify(
      isAgain ? { status: 'succeeded' } : { status: 'failed', failure_reason: 'lost_or_stolen_card' },
    );
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      response.end(JSON.stringify({ data: [] }));
      return;
    }
    const key = String(request.headers['idempotency-key']);
    void text(request).then((form) => {
      const answer = answers.get(key) ?? answerTo(new URLSearchParams(form));
      answers.set(key, answer);
      response.end(answer);
    });
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

/** The settings of a server that is connected to it. */
export async function cardSettings(): Promise<Record<string, string>> {
  api ??= openApi();
  const name = cardRail.toUpperCase();
  return {
    [`PAYMENTS_PROVIDER_${name}`]: 'card',
    [`PAYMENTS_WEBHOOK_SECRET_${name}`]: cardSecret,
    CARD_API_KEY: 'sk_test_of_the_tests',
    CARD_API_URL: await api,
  };
}
