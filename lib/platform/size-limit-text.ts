const KB = 1024;

/** A limit for people, in the powers of two it is set in: "64 KB", "4 MB". */
export const sizeLimitText = (bytes: number): string =>
  bytes < KB * KB ? `${bytes / KB} KB` : `${bytes / (KB * KB)} MB`;
