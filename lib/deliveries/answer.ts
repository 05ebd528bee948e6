const MAX_READ_BYTES = 16 * 1024;
const MAX_EXCERPT_BYTES = 1024;

/** What has been read of an answer so far. Keeps 1 KB of its body, however much arrives. */
export class Answer {
  status: number | null = null;
  retryAfterSeconds: number | null = null;
  private readonly kept: Uint8Array[] = [];
  private readBytes = 0;

  /** Takes in a piece of the body; false once no more is wanted. */
  read(chunk: Uint8Array): boolean {
    if (this.readBytes < MAX_EXCERPT_BYTES) this.kept.push(chunk.subarray(0, MAX_EXCERPT_BYTES - this.readBytes));
    this.readBytes += chunk.length;
    return this.readBytes < MAX_READ_BYTES;
  }

  /**
   * The first 1 KB of the body as text that PostgreSQL can hold: NUL and invalid UTF-8 become U+FFFD, and a character
   * that the cut went through is left out.
   */
  excerpt(): string {
    const cut = this.readBytes > MAX_EXCERPT_BYTES;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(this.kept), { stream: cut });
    return text.replaceAll("\0", "\ufffd");
  }
}
