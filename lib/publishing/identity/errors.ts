import { HubError } from "@/lib/platform/errors";
import type { FieldChange } from "./diff-documents";

/** 400: the edit is based on an old version. `changedSince` lists what was published since. */
export class StaleEdit extends HubError {
  constructor(
    readonly currentVersion: number,
    readonly changedSince: FieldChange[],
  ) {
    const fields = changedSince.map((change) => change.label).join(", ");
    super(
      "bad_request",
      `Version ${currentVersion} was published in the meantime. It changed: ${fields || "nothing you edit"}.`,
    );
  }
}

/** 400: another window saved the draft after this one loaded it. */
export class StaleDraft extends HubError {
  constructor() {
    super("bad_request", "This draft was changed in another window. Reload it to continue.");
  }
}

export const MAX_NOTE_LENGTH = 500;
/** Per page. */
export const COMPARED_FIELDS = 100;
