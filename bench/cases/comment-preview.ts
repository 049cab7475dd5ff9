import { randomUsers } from '../callers.ts';
import { forgetPosts, popularEpisodes, seedComments, whilePosting } from '../comments.ts';
import { say } from '../database.ts';
import { type BenchService, getRequest } from '../environment.ts';
import { load } from '../load.ts';
import { startBareServer, startStatusServer } from '../processes.ts';
import { type RequestSource, requestSource } from '../requests.ts';
import { compare, type Result, type Sample } from '../rounds.ts';

const connections = 64;
const seconds = 1.5;
/** Of a hundred who watch one writes, which is more than in most apps. */
const readsForEachPost = 100;
const pathOf = (episodeId: string): string => `/v1/comments/preview?episodeId=${episodeId}`;

/** Of middling length among a few. */
async function usualPreview(service: BenchService, token: string): Promise<string> {
  const popular = popularEpisodes();
  const texts = await Promise.all(Array.from({ length: 33 }, () => service.get(pathOf(popular.next().value), token)));
  return texts.sort((a, b) => a.length - b.length)[16] ?? '';
}

/**
 * A crowd in which each comes seldom reads what was written last under an episode, some much more often than others,
 * while others write. Both sides are measured while they write, at the same pace.
 */
export async function commentPreview(service: BenchService): Promise<Result> {
  await seedComments(service);
  const tokens = await Promise.all(randomUsers(service, 50_000).map((n) => service.userToken(n)));
  const popular = popularEpisodes();
  const texts = tokens.map((token) => getRequest(pathOf(popular.next().value), token));
  const [ours, theirs] = [requestSource(texts), requestSource(texts)];
  const text = await usualPreview(service, tokens[0] ?? '');
  const bare = await startBareServer(text);
  let perSecond = 100;
  const besideWriters = (port: number, requests: RequestSource): Promise<Sample> =>
    whilePosting(service, { perSecond, tokens }, () => load({ port, requests, connections, seconds }));
  const readAndSetPace = async (port: number): Promise<Sample> => {
    const sample = await besideWriters(port, ours);
    perSecond = sample.perSecond / readsForEachPost;
    return sample;
  };
  try {
    const result = await compare(
      () => readAndSetPace(service.port),
      () => besideWriters(bare.port, theirs),
    );
    const status = await startStatusServer(text, service.databaseUrl);
    try {
      const limit = await compare(
        () => readAndSetPace(status.port),
        () => besideWriters(bare.port, theirs),
      );
      say(`  ${limit.ratio.toFixed(2)} where the caller's status is read and nothing else`);
    } finally {
      await status.stop();
    }
    return result;
  } finally {
    await bare.stop();
    await forgetPosts(service);
  }
}
