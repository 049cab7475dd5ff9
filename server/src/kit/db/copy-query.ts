import type pg from 'pg';

const copyData = 'd'.charCodeAt(0);
const copyDone = Buffer.from('c\0\0\0\x04', 'latin1');

/**
 * COPY FROM STDIN and its rows, sent at once: the server takes them when it comes to them, and reads past them where it has
 * refused the statement. To wait for its word first would be a way there and back.
 */
export class CopyQuery implements pg.Submittable {
  /** How many rows were put in. */
  readonly done: Promise<number>;
  readonly #text: string;
  readonly #rows: Buffer;
  #rowCount = 0;
  #resolve: (rowCount: number) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(text: string, rows: Buffer) {
    this.#text = text;
    this.#rows = rows;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    const head = Buffer.alloc(5);
    head.writeUInt8(copyData);
    head.writeUInt32BE(this.#rows.length + 4, 1);
    const { stream } = connection;
    stream.cork();
    connection.query(this.#text);
    stream.write(head);
    stream.write(this.#rows);
    stream.write(copyDone);
    stream.uncork();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rowCount);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}
