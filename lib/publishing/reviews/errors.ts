import { Forbidden } from "@/lib/platform/errors";
import { counted } from "@/lib/platform/size-text";

/** 403: too few approvals to publish. */
export class ApprovalsMissing extends Forbidden {
  readonly reason = "approvals_missing";

  constructor(
    readonly required: number,
    readonly given: number,
    hint = "Request a review of the draft.",
  ) {
    super(`This brand requires ${counted(required, "approval")} to publish. ${given || "None"} given so far. ${hint}`);
  }
}
