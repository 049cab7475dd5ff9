/**
 * Verifies an export of sealed blocks without the service, its database or the network:
 *
 *   npm run verify-ledger -- <file> [--head <hash>]
 *
 * Recomputes the hash of every block from the lines of the file, and says that they hold or which block is the first that
 * does not. With --head it also says whether a hash that was kept elsewhere is in the file.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pathToFileURL } from 'node:url';

const firstPrevious = '0'.repeat(64);

/** The lines of a file as bytes, without their line feed; a last line without one is not whole. */
async function* linesOf(path) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    let from = 0;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
      yield rest.subarray(from, end);
      from = end + 1;
    }
    rest = rest.subarray(from);
  }
  if (rest.length > 0) throw new Error('the file ends in the middle of a line');
}

const fail = (message) => {
  throw new Error(message);
};

function parse(line, where) {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return fail(`${where} has a line that is no JSON`);
  }
}

/** What has to be so between two blocks, besides the hash. */
function checkLink(header, before) {
  const { no, fromNo, previousHash } = header;
  if (before === undefined) {
    if (no === 1 && previousHash !== firstPrevious) fail('block 1 names a block before it');
    return;
  }
  if (header.chain !== before.chain) fail(`block ${no} is of another chain than the blocks before it`);
  if (no !== before.no + 1) fail(`block ${before.no + 1} is missing`);
  if (previousHash !== before.hash) fail(`block ${no} does not go on from the hash of block ${before.no}`);
  if (fromNo !== before.toNo + 1) fail(`block ${no} does not begin where block ${before.no} ends`);
}

/** Whether what a line holds belongs into its block, and both sides of a coin movement are the same. */
function checkItem(item, block, last) {
  if (typeof item?.no !== 'number') fail(`block ${block.no} has a line without a number`);
  const { no, fromNo, toNo } = block;
  if (!(item.no > last)) fail(`block ${no}: number ${item.no} is out of order`);
  if (item.no < fromNo || item.no > toNo) fail(`block ${no}: number ${item.no} belongs elsewhere`);
  if (block.chain !== 'ledger') return;
  const net = item.entries.reduce((sum, { amount }) => sum + amount, 0);
  if (net !== 0) fail(`block ${no}: event ${item.id} does not net to zero`);
}

/** One block: takes its lines one by one, and at the end its hash. */
function openBlock(header) {
  const hash = createHash('sha256');
  let [size, last] = [0, -Infinity];
  return {
    no: header.no,
    take(line, item) {
      hash.update(line).update('\n');
      if (item === header) return;
      checkItem(item, header, last);
      size++;
      last = item.no;
    },
    close(sealed) {
      if (hash.digest('hex') !== sealed) fail(`block ${header.no} does not give its hash`);
      if (size !== header.size) fail(`block ${header.no} says that it holds ${header.size}, and holds ${size}`);
      return { ...header, hash: sealed };
    },
  };
}

/** Takes the lines of a file one by one, and at the end answers what was in it. */
function openChain() {
  let [block, head, firstBlock, items] = [undefined, undefined, undefined, 0];
  const begin = (header) => {
    if (block) fail(`block ${block.no} has no hash`);
    checkLink(header, head);
    firstBlock ??= header.no;
    block = openBlock(header);
  };
  return {
    hashes: new Set(),
    take(line) {
      const value = parse(line, block ? `block ${block.no}` : 'the file');
      if (typeof value?.chain === 'string') begin(value);
      if (!block) fail('the file has a line outside of a block');
      if (typeof value?.hash !== 'string') return block.take(line, value);
      head = block.close(value.hash);
      block = undefined;
      items += head.size;
      this.hashes.add(head.hash);
    },
    close() {
      if (block) fail(`block ${block.no} has no hash: the file ends too early`);
      return head ? { firstBlock, items, head } : fail('the file holds no block');
    },
  };
}

/** Verifies a file, and answers what is in it; throws with the first thing that does not hold. */
export async function verify(path, keptHash) {
  const chain = openChain();
  for await (const line of linesOf(path)) chain.take(line);
  const found = chain.close();
  if (keptHash !== undefined && !chain.hashes.has(keptHash)) fail(`no block in the file has the hash ${keptHash}`);
  return found;
}

function argumentsIn(given) {
  const [path, flag, keptHash] = given;
  const isRight = path !== undefined && (given.length === 1 || (given.length === 3 && flag === '--head'));
  return isRight ? { path, keptHash } : undefined;
}

async function main() {
  const given = argumentsIn(process.argv.slice(2));
  if (!given) {
    console.error('usage: npm run verify-ledger -- <file> [--head <hash>]');
    return 2;
  }
  try {
    const { firstBlock, items, head } = await verify(given.path, given.keptHash);
    console.log(`holds: blocks ${firstBlock} to ${head.no} of the ${head.chain} chain, ${items} lines`);
    console.log(`head: block ${head.no}, ${head.hash}, sealed at ${head.sealedAt}`);
    if (firstBlock !== 1) console.log(`The file begins with block ${firstBlock}: what came before was not verified.`);
    return 0;
  } catch (error) {
    console.error(`does not hold: ${error.message}`);
    return 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main();
