/** How many requests a credential has of the API; 0 switches a limit off. */
export interface CredentialBudget {
  perMinute: number;
  concurrent: number;
}

/** What was set for one credential, each figure from 1; null leaves the hub's in force. */
export type OwnBudget = Readonly<Record<keyof CredentialBudget, number | null>>;

export const NO_OWN_BUDGET: OwnBudget = { perMinute: null, concurrent: null };

/** The most that anybody can set: 1,000 requests a second, in up to a megabyte of the limiter's memory. */
export const BUDGET_BOUNDS: Readonly<CredentialBudget> = { perMinute: 60_000, concurrent: 200 };

const eachFigure = (of: (figure: keyof CredentialBudget) => number): CredentialBudget => ({
  perMinute: of("perMinute"),
  concurrent: of("concurrent"),
});

/** The most that an owner may set for an API key: the ceiling, or what every credential has where that is more; any bounded figure where that is off. */
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

/** The budget that counts: each figure the credential's own, not over the ceiling, or else the hub's. */
export const budgetInForce = (
  hub: CredentialBudget,
  own: OwnBudget,
  ceiling: CredentialBudget = BUDGET_BOUNDS,
): CredentialBudget =>
  eachFigure((figure) => {
    const set = own[figure];
    return set === null ? hub[figure] : Math.min(set, ceiling[figure]);
  });

/** A budget for people: "60 a minute, 2 at a time". */
export const budgetText = ({ perMinute, concurrent }: CredentialBudget): string =>
  [
    perMinute === 0 ? "any number a minute" : `${perMinute.toLocaleString("en")} a minute`,
    concurrent === 0 ? "any number at a time" : `${concurrent.toLocaleString("en")} at a time`,
  ].join(", ");
