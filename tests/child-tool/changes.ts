const KEEP_ALIVE_MS = 25_000;
const encoder = new TextEncoder();

/** Sends open pages new versions of their brand as server-sent events. */
export class Changes {
  private readonly announced = new Map<string, number>();
  private readonly listeners = new Map<string, Set<(version: number) => void>>();
  private readonly closers = new Set<() => void>();

  /** Records a version and notifies the brand's open pages. */
  announce(brandId: string, version: number): void {
    this.announced.set(brandId, Math.max(version, this.announced.get(brandId) ?? 0));
    for (const tell of this.listeners.get(brandId) ?? []) tell(version);
  }

  /** Streams the highest known version, then each new one. */
  stream(brandId: string, storedVersion: number): Response {
    let stop = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const tell = (version: number) => send(`data: ${version}\n\n`);
        const listeners = this.listeners.get(brandId) ?? new Set();
        this.listeners.set(brandId, listeners.add(tell));
        const alive = setInterval(() => send(": still here\n\n"), KEEP_ALIVE_MS);
        stop = () => {
          clearInterval(alive);
          listeners.delete(tell);
          this.closers.delete(close);
        };
        const close = () => {
          stop();
          controller.close();
        };
        this.closers.add(close);
        tell(Math.max(storedVersion, this.announced.get(brandId) ?? 0));
      },
      cancel: () => stop(),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
  }

  close(): void {
    for (const close of [...this.closers]) close();
  }
}
