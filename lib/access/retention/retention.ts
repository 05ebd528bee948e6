/** Days to keep each kind of data; 0 keeps it as long as the brand or account. */
export interface Retention {
  /** In audit entries, ended sessions and used invitations. */
  addressesDays: number;
  auditDays: number;
  eventsDays: number;
  /** Finished deliveries and their attempts. */
  deliveriesDays: number;
  /** Event payloads, and bodies and responses of finished deliveries. */
  payloadsDays: number;
  /** Hourly request counts per credential. */
  usageDays: number;
  /** The request log; never 0. */
  requestsDays: number;
  /** From an owner's request until the brand is deleted. */
  brandDeletionDays: number;
}

export function daysText(days: number): string {
  if (days === 0) return "as long as the brand";
  return days === 1 ? "a day" : `${days} days`;
}

/** Keeps everything, except brands that owners delete. */
export const NO_RETENTION: Retention = {
  addressesDays: 0,
  auditDays: 0,
  eventsDays: 0,
  deliveriesDays: 0,
  payloadsDays: 0,
  usageDays: 0,
  requestsDays: 0,
  brandDeletionDays: 30,
};
