import { HubError } from "@/lib/platform/errors";

/** 500: the file store did not answer, or not as it should; the same call may succeed later. The cause says what it did. */
export class StorageUnavailable extends HubError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("server_error", message, options);
  }
}

/** The store has something under a key that is not the file: whoever shows it cannot, and whoever copies files counts it as lost. */
export class DamagedFile extends StorageUnavailable {}
