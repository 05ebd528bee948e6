import { BadRequest, HubError } from "@/lib/kernel/errors";

/** What is wrong with an upload, to branch on: its type, its size in bytes, its size in pixels, or its inside. */
export type UnsupportedFileReason = "file_type" | "file_size" | "file_pixels" | "file_invalid";

/**
 * 400: an upload that cannot be stored; the message says what to do about it. `code` stays the contract's `bad_request`
 * (the six codes are closed), `reason` says which rule was broken.
 */
export class UnsupportedFile extends BadRequest {
  constructor(
    readonly reason: UnsupportedFileReason,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, { ...options, field: "file" });
  }
}

/** 500: the file store did not answer, or not as it should; the same call may succeed later. The cause says what it did. */
export class StorageUnavailable extends HubError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("server_error", message, options);
  }
}

/** The store has something under a key that is not the file: whoever shows it cannot, and whoever copies files counts it as lost. */
export class DamagedFile extends StorageUnavailable {}
