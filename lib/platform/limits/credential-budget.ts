import { counted } from "../text";
/** API requests of a credential; 0 means unlimited. */
export interface CredentialBudget {
  perMinute: number;
  concurrent: number;
}

/** From 1; null uses the hub's. */
export type OwnBudget = Readonly<Record<keyof CredentialBudget, number | null>>;

export const NO_OWN_BUDGET: OwnBudget = { perMinute: null, concurrent: null };

/** 1,000 requests a second need up to 1 MB of the limiter's memory. */
export const BUDGET_BOUNDS: Readonly<CredentialBudget> = { perMinute: 60_000, concurrent: 200 };

const eachFigure = (of: (figure: keyof CredentialBudget) => number): CredentialBudget => ({
  perMinute: of("perMinute"),
  concurrent: of("concurrent"),
});

/** The most an owner can set for an API key: the higher of ceiling and hub default, within the bounds. */
export const apiKeyCeiling = ({
  apiKeyCeiling: ceiling,
  ...hub
}: CredentialBudget & { apiKeyCeiling: CredentialBudget }): CredentialBudget =>
  eachFigure((figure) =>
    Math.min(
      BUDGET_BOUNDS[figure],
      hub[figure] === 0 ? Number.POSITIVE_INFINITY : Math.max(hub[figure], ceiling[figure]),
    ),
  );

/** The credential's figures, capped by the ceiling, else the hub's. */
export const budgetInForce = (
  hub: CredentialBudget,
  own: OwnBudget,
  ceiling: CredentialBudget = BUDGET_BOUNDS,
): CredentialBudget =>
  eachFigure((figure) => {
    const set = own[figure];
    return set === null ? hub[figure] : Math.min(set, ceiling[figure]);
  });

/** "60 a minute, 2 at a time". */
export const budgetText = ({ perMinute, concurrent }: CredentialBudget): string =>
  [
    perMinute === 0 ? "any number a minute" : `${perMinute.toLocaleString("en")} a minute`,
    concurrent === 0 ? "any number at a time" : `${concurrent.toLocaleString("en")} at a time`,
  ].join(", ");

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rounded up: "45 seconds", "12 minutes", "3 hours". */
export function waitText(seconds: number): string {
  if (seconds <= 2 * MINUTE) return counted(Math.max(1, Math.ceil(seconds)), "second");
  if (seconds <= 2 * HOUR) return counted(Math.ceil(seconds / MINUTE), "minute");
  if (seconds <= 2 * DAY) return counted(Math.ceil(seconds / HOUR), "hour");
  return counted(Math.ceil(seconds / DAY), "day");
}
