/**
 * The process that reads untrusted files: it probes videos or re-encodes images, one at a time. It ends when its parent
 * disconnects.
 */

type Decode = (input: unknown) => Promise<unknown>;

const kinds: Readonly<Record<string, () => Promise<Decode>>> = {
  async video() {
    const { probe } = await import('../video/embedded/probe.ts');
    return (path) => probe(String(path));
  },
  async image() {
    const { reencode } = await import('../images/reencode.ts');
    return (bytes) => reencode(Buffer.from(bytes instanceof Uint8Array ? bytes : []));
  },
};

async function answer(decode: Decode, input: unknown): Promise<void> {
  try {
    process.send?.({ answer: await decode(input) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
}

process.on('disconnect', () => process.exit(0));
const decode = await kinds[process.argv[2] ?? '']?.();
if (!decode) process.exit(1);
process.on('message', (input) => void answer(decode, input));
process.send?.({ ready: true });
