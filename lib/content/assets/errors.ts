import { HubError } from "@/lib/platform/errors";

/** 500: the file store failed or did not answer. Retrying may help. */
export class StorageUnavailable extends HubError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("server_error", message, options);
  }
}

/** The stored bytes don't match the file's hash. */
export class DamagedFile extends StorageUnavailable {}
