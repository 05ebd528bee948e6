import { HubError } from "./errors";

/** 500: the disk is full, or so nearly that nothing may be written. Reads go on. */
export class NoRoom extends HubError {
  /** Written out: each copy of the module has a class, and a build shortens its name. */
  override readonly name = "NoRoom";
  /** Somebody has to make room. */
  override readonly retryAfterSeconds = 60;

  constructor(options?: { cause?: unknown }) {
    super(
      "server_error",
      "The hub's disk is nearly full, so that nothing can be saved for now. Reading goes on.",
      options,
    );
  }
}

/** A transaction that may only read (`isDiskLow`), a database's disk that is full, a system's that is. */
const CODES = new Set(["25006", "53100", "ENOSPC", "EDQUOT"]);
const MAX_CAUSES = 6;

/** The refusal behind an error that came of a full disk, on whatever way it came; null for any other. */
export function noRoomOf(error: unknown): HubError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    if (at instanceof HubError && at.name === "NoRoom") return at;
    if ("code" in at && CODES.has(String(at.code))) return new NoRoom({ cause: error });
  }
  return null;
}
