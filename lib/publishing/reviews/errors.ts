import { Forbidden } from "@/lib/platform/errors";

/** 403: too few approvals to publish. */
export class ApprovalsMissing extends Forbidden {
  readonly reason = "approvals_missing";

  constructor(
    readonly required: number,
    readonly given: number,
    hint = "Ask for a review of the draft.",
  ) {
    super(
      `This brand publishes with ${required} ${required === 1 ? "approval" : "approvals"}; ${given === 0 ? "none has been given" : `${given} ${given === 1 ? "has" : "have"} been given`}. ${hint}`,
    );
  }
}
