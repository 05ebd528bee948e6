import { sizeText } from "@/lib/platform/text";

const DAY_MS = 24 * 60 * 60_000;

/** 0 means unlimited. `storage` is in bytes. Versions can't be deleted, so they are limited per day. */
export type BrandQuotas = Readonly<Record<"members" | "apiKeys" | "files" | "storage" | "versionsPerDay", number>>;

/** Across brands; 0 means unlimited. */
export type UserQuotas = Readonly<Record<"brands" | "sessionTokens", number>>;

export interface Quotas {
  brand: BrandQuotas;
  user: UserQuotas;
}

export type Quota = keyof BrandQuotas | keyof UserQuotas;

/** For what the hub does itself. */
export const NO_QUOTAS: Quotas = {
  brand: { members: 0, apiKeys: 0, files: 0, storage: 0, versionsPerDay: 0 },
  user: { brands: 0, sessionTokens: 0 },
};

/** Otherwise archiving would bypass the quota. */
export const ARCHIVED_COUNTS_MS = 30 * DAY_MS;
export const VERSIONS_WINDOW_MS = DAY_MS;

export interface QuotaUse {
  quota: Quota;
  label: string;
  used: number;
  limit: number;
}

export const QUOTA_LABELS: Readonly<Record<Quota, string>> = {
  members: "Members and pending invitations",
  apiKeys: "Active API keys",
  files: "Files",
  storage: "Storage",
  versionsPerDay: "Versions in the last 24 hours",
  brands: "Brands you created",
  sessionTokens: "Active session tokens",
};

export const amountText = (quota: Quota, amount: number): string =>
  quota === "storage" ? sizeText(amount) : amount.toLocaleString("en-GB");

export const REFUSALS: Readonly<Record<Quota, (limit: string) => string>> = {
  members: (limit) =>
    `This brand has reached its limit of ${limit} members and pending invitations. Remove or revoke one first.`,
  apiKeys: (limit) => `This brand has reached its limit of ${limit} active API keys. Revoke an unused one first.`,
  files: (limit) => `This brand has reached its limit of ${limit} files. Unused files are deleted after 30 days.`,
  storage: (limit) => `This file exceeds the brand’s storage of ${limit}. Unused files are deleted after 30 days.`,
  versionsPerDay: (limit) =>
    `This brand has reached its limit of ${limit} versions in 24 hours. Your draft is saved; publish it later.`,
  brands: (limit) => `You have reached your limit of ${limit} brands. An archived brand stops counting after 30 days.`,
  sessionTokens: (limit) => `You have reached your limit of ${limit} active session tokens. Revoke one first.`,
};
