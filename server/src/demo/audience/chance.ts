/** Chance that falls the same way in every run: mulberry32, from one seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  pick<T>(items: readonly T[]): T {
    return this.weighted(items, () => 1);
  }

  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of items) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    const last = items.at(-1);
    if (last === undefined) throw new Error('there is nothing to choose from');
    return last;
  }

  /** An id of the shape of a UUIDv7, so that ids are in the order of their moments like all others. */
  id(moment: number): string {
    const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0').slice(-digits);
    const time = hex(moment, 12);
    const part = () => Math.floor(this.next() * 65_536);
    const words = [part(), part(), part()].map((word) => hex(word, 4)).join('');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(part(), 3)}-${hex(0x8000 | (part() & 0x3fff), 4)}-${words}`;
  }
}
