/** Returns the draft's approvals: `1 of 2 approvals`. */
export function approvalsText({ required, given }: { required: number; given: number }): string {
  if (required === 0) return given === 0 ? "No approvals yet" : `${given} ${given === 1 ? "approval" : "approvals"}`;
  return `${Math.min(given, required)} of ${required} ${required === 1 ? "approval" : "approvals"}`;
}

/** Returns how many approvals are missing, or null when the draft has enough. */
export function missingText({ required, given }: { required: number; given: number }): string | null {
  const missing = required - given;
  if (missing <= 0) return null;
  return `Needs ${missing} more ${missing === 1 ? "approval" : "approvals"} before publishing.`;
}
