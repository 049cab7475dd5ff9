import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { type Examples, openExamples } from '../harness/example-world.ts';
import { injectWithRetry } from '../harness/inject-with-retry.ts';
import { type Random, seededRandom } from '../harness/random.ts';
import type { World } from '../harness/world.ts';
import { AnswerChecker, type FuzzAnswer } from './answer-checker.ts';
import { type Document, type ListedOperation, methodOf, nameOf, operationsOf } from './document.ts';
import { type Draft, draftsOf, finished } from './fuzz-cases.ts';

export interface FuzzReport {
  readonly requests: number;
  readonly operations: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** `who → operation`, for each that was reached at all. */
  readonly reached: ReadonlySet<string>;
  /** The operations that did what they were asked at least once: the others were only ever refused. */
  readonly succeeded: ReadonlySet<string>;
  /** One line for each kind of fault at each operation, with the first request that showed it. */
  readonly findings: readonly string[];
}

type Fuzzer = 'superadmin' | 'viewer' | 'support' | 'nobody';
/** Most tries are by whoever gets farthest in. */
const shares: Readonly<Record<Fuzzer, number>> = { superadmin: 0.6, viewer: 0.6, support: 0.2, nobody: 0.2 };

const isForUsers = ({ security }: ListedOperation): boolean => security.some((way) => 'userBearer' in way);

/** Who tries an operation: someone it is made for, someone who may do a little or nothing there, and one who is not signed in. */
export const fuzzersOf = (operation: ListedOperation): readonly Fuzzer[] =>
  isForUsers(operation) ? ['viewer', 'support', 'nobody'] : ['superadmin', 'support', 'nobody'];

interface Task {
  readonly who: Fuzzer;
  readonly draft: Draft;
}

const batchSize = 20;
const batchesBetweenRestores = 5;

function tasksOf(document: Document, operation: ListedOperation, count: number, random: Random): Task[] {
  return fuzzersOf(operation).flatMap((who) =>
    draftsOf(document, operation, Math.ceil(count * shares[who]), random).map((draft) => ({ who, draft })),
  );
}

interface Session {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function signIn(world: World, who: Fuzzer): Promise<Session> {
  if (who === 'nobody') return { id: '', headers: {} };
  const { id, token } = who === 'viewer' ? await registerViewer(world) : await makeAdminActor(world, who);
  return { id, headers: { authorization: `Bearer ${token}` } };
}

/** A viewer as the app makes them. */
async function registerViewer({ app }: World): Promise<{ id: string; token: string }> {
  const payload = { email: `${newId()}@example.com`, password: 'a quiet harbour at dawn' };
  const response = await app.inject({ method: 'POST', url: '/v1/auth/register', payload });
  if (response.statusCode !== 201) throw new Error(`a viewer could not register: ${response.payload}`);
  const { access_token: token, user } = response.json<{ access_token: string; user: { id: string } }>();
  return { id: user.id, token };
}

/** Sends about `requests` requests to operations of a document, and says what was wrong with the answers. */
export async function fuzz(
  world: World,
  document: Document,
  requests: number,
  seed: number,
  operations = operationsOf(document),
): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const each = Math.ceil(requests / operations.length);
  const tasks = random.shuffled(operations.flatMap((operation) => tasksOf(document, operation, each, random)));
  const examples = await openExamples(world);
  const run = new FuzzRun(world, document, examples);
  for (let start = 0; start < tasks.length; start += batchSize) {
    const isTimeToRestore = (start / batchSize) % batchesBetweenRestores === 0;
    await run.batch(tasks.slice(start, start + batchSize), isTimeToRestore);
  }
  await examples.close();
  return { requests: tasks.length, operations: operations.length, ...run.report() };
}

class FuzzRun {
  readonly #world: World;
  readonly #examples: Examples;
  readonly #checker: AnswerChecker;
  readonly #operations: ReadonlyMap<string, ListedOperation>;
  readonly #findings = new Map<string, { count: number; example: string }>();
  readonly #statuses: Record<string, number> = {};
  readonly #reached = new Set<string>();
  readonly #succeeded = new Set<string>();
  readonly #sessions = new Map<Fuzzer, Session>();

  constructor(world: World, document: Document, examples: Examples) {
    this.#world = world;
    this.#examples = examples;
    this.#checker = new AnswerChecker(document);
    this.#operations = new Map(operationsOf(document).map((operation) => [nameOf(operation), operation]));
  }

  async batch(tasks: readonly Task[], restore: boolean): Promise<void> {
    for (const who of new Set(tasks.map((task) => task.who))) await this.#sessionOf(who);
    if (restore) await this.#examples.restore((await this.#sessionOf('superadmin')).id);
    await Promise.all(tasks.map((task) => this.#send(task)));
  }

  async #sessionOf(who: Fuzzer): Promise<Session> {
    const session = this.#sessions.get(who) ?? (await signIn(this.#world, who));
    this.#sessions.set(who, session);
    return session;
  }

  async #send({ who, draft }: Task): Promise<void> {
    const request = finished(draft);
    const { method, url, payload } = request;
    const session = await this.#sessionOf(who);
    const response = await injectWithRetry(this.#world.app, {
      method: methodOf(method),
      url,
      headers: { ...session.headers, ...request.headers },
      ...(payload !== undefined && { payload }),
    });
    const answer = { status: response.statusCode, headers: response.headers, text: response.payload };
    const operation = this.#operationOf(answer);
    this.#count(who, operation, answer.status);
    for (const fault of this.#checker.faultsOf(operation, request, answer)) {
      this.#note(operation, fault, `as ${who}, ${request.name}`);
    }
    // Whoever was signed out by what they tried comes back as someone new.
    const isSignedOut = answer.status === 401 && request.headers.authorization === undefined;
    if (isSignedOut && this.#sessions.get(who) === session) this.#sessions.delete(who);
  }

  #count(who: Fuzzer, operation: ListedOperation | undefined, status: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (!operation) return;
    this.#reached.add(`${who} → ${nameOf(operation)}`);
    if (status < 300) this.#succeeded.add(nameOf(operation));
  }

  /** Which operation answered, whatever the path looked like. */
  #operationOf({ headers }: FuzzAnswer): ListedOperation | undefined {
    const id = String(headers['x-request-id']);
    const endpoint = this.#world.requests.get(id)?.endpoint;
    this.#world.requests.delete(id);
    return endpoint && this.#operations.get(nameOf(endpoint));
  }

  #note(operation: ListedOperation | undefined, fault: string, example: string): void {
    const key = `${operation ? nameOf(operation) : 'no operation'}: ${fault}`;
    const kind = key.slice(0, 120);
    const known = this.#findings.get(kind);
    if (known) known.count++;
    else this.#findings.set(kind, { count: 1, example: `${key}\n    ${example}` });
  }

  report(): Omit<FuzzReport, 'requests' | 'operations'> {
    const findings = [...this.#findings.values()].map(({ count, example }) => `${count} × ${example}`);
    return { statuses: this.#statuses, reached: this.#reached, succeeded: this.#succeeded, findings };
  }
}
