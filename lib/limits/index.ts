export {
  apiKeyCeiling,
  BUDGET_BOUNDS,
  budgetInForce,
  budgetText,
  type CredentialBudget,
  NO_OWN_BUDGET,
  type OwnBudget,
} from "./credential-budget";
export type { FallbackStoreOptions, LimitStoreState } from "./fallback-store";
export type { Admission, Attempt, Demand, LimitRule, LimitStore, LimitVerdict } from "./limit-store";
export type { MemoryStoreOptions } from "./memory-store";
export { describeBudgets, NO_BUDGETS, NO_USER_BUDGETS, type UserBudget, type UserBudgets } from "./user-budgets";
export { waitText } from "./wait-text";
