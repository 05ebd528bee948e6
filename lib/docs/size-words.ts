const KB = 1024;

/** A limit in bytes as the documents write it: `64 KB`, `1 MB`. */
export function sizeWords(bytes: number): string {
  return bytes >= KB * KB ? `${bytes / (KB * KB)} MB` : `${bytes / KB} KB`;
}
