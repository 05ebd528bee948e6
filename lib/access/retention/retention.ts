/** For how many days the hub keeps what it need not keep for ever; 0 for as long as the brand or account. */
export interface Retention {
  /** IP addresses, browsers and emails in what is over: audit entries, ended sessions, used invitations. */
  addressesDays: number;
  auditDays: number;
  eventsDays: number;
  /** Deliveries that are over, and their attempts. */
  deliveriesDays: number;
  /** Payloads of events, bodies of deliveries that are over, and answers to them. */
  payloadsDays: number;
  /** Counts of what each credential asked in each hour. */
  usageDays: number;
  /** Calls of the API in the request log; always some. */
  requestsDays: number;
  /** From an owner's asking for a brand's deletion until it is deleted. */
  brandDeletionDays: number;
}

export function daysText(days: number): string {
  if (days === 0) return "as long as the brand";
  return days === 1 ? "a day" : `${days} days`;
}

/** Everything is kept, but for brands that their owners delete. */
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
