/** How far a draft is with its approvals: `1 of 2 approvals`. */
export function approvalsText({ required, given }: { required: number; given: number }): string {
  if (required === 0) return given === 0 ? "No approval yet" : `${given} ${given === 1 ? "approval" : "approvals"}`;
  return `${Math.min(given, required)} of ${required} ${required === 1 ? "approval" : "approvals"}`;
}

/** How many more a draft needs before it can be published: `2 more approvals are needed`; null when it has enough. */
export function missingText({ required, given }: { required: number; given: number }): string | null {
  const missing = required - given;
  if (missing <= 0) return null;
  return `${missing} more ${missing === 1 ? "approval is" : "approvals are"} needed before this can be published.`;
}
