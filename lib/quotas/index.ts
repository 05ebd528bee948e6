export {
  ARCHIVED_COUNTS_MS,
  amountText,
  type BrandQuotas,
  NO_QUOTAS,
  type Quota,
  type Quotas,
  type QuotaUse,
  type UserQuotas,
} from "./quotas";
