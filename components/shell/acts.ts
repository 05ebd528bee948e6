import { may, type Permission } from "@/lib/access";
import type { Role } from "@/lib/contract";

/** What can be done somewhere, for the command palette: named by its verb, and found by others for it. */
export type Act = { path: string; label: string; keywords: readonly string[] };

/** What is done in a brand; the path follows its slug. */
const IN_BRAND: readonly (Act & { needs: Permission })[] = [
  { path: "/identity", label: "Publish the draft", keywords: ["release", "version", "review"], needs: "edit" },
  { path: "/history", label: "Restore an older version", keywords: ["undo", "roll back", "revert"], needs: "edit" },
  { path: "/palette", label: "Regenerate the palette", keywords: ["colours", "colors", "generate"], needs: "edit" },
  { path: "/logos", label: "Upload a logo", keywords: ["add", "mark", "symbol"], needs: "edit" },
  { path: "/assets", label: "Upload an asset", keywords: ["add", "file", "picture"], needs: "edit" },
  { path: "/activity", label: "Download the activity", keywords: ["export", "csv", "audit log"], needs: "read" },
  { path: "/members", label: "Invite somebody", keywords: ["add member", "people", "colleague"], needs: "manage" },
  { path: "/members", label: "Change a member’s role", keywords: ["promote", "owner", "rights"], needs: "manage" },
  { path: "/members", label: "Remove a member", keywords: ["delete", "revoke", "people"], needs: "manage" },
  {
    path: "/developers/keys",
    label: "Issue an API key",
    keywords: ["create", "new", "token", "secret"],
    needs: "manage",
  },
  { path: "/developers/keys", label: "Rotate an API key", keywords: ["renew", "replace", "token"], needs: "manage" },
  { path: "/developers/keys", label: "Revoke an API key", keywords: ["delete", "end", "token"], needs: "manage" },
  {
    path: "/developers/webhooks",
    label: "Replay failed deliveries",
    keywords: ["retry", "resend", "webhook"],
    needs: "manage",
  },
  {
    path: "/developers/webhooks",
    label: "Send a test webhook",
    keywords: ["try", "ping", "delivery"],
    needs: "manage",
  },
  {
    path: "/developers/requests",
    label: "Find a request by its id",
    keywords: ["x-request-id", "log", "call", "error"],
    needs: "manage",
  },
  {
    path: "/settings",
    label: "Change the brand’s name or slug",
    keywords: ["rename", "title", "address"],
    needs: "manage",
  },
  { path: "/settings", label: "Share a public page", keywords: ["publish", "partners", "link"], needs: "manage" },
  { path: "/settings", label: "Transfer the brand", keywords: ["hand over", "give", "owner"], needs: "own" },
  { path: "/settings", label: "Archive the brand", keywords: ["delete", "remove", "close"], needs: "own" },
];

const OF_ACCOUNT: readonly Act[] = [
  { path: "/account", label: "Change your password", keywords: ["reset", "new", "secret"] },
  { path: "/account#two-step", label: "Set up two-step sign-in", keywords: ["2fa", "mfa", "passkey", "authenticator"] },
  { path: "/account", label: "Sign out your other browsers", keywords: ["sessions", "revoke", "devices"] },
  { path: "/account", label: "Issue a session token", keywords: ["create", "new", "program"] },
  {
    path: "/account#notifications",
    label: "Choose what you are told of",
    keywords: ["notifications", "mails", "email"],
  },
  { path: "/account", label: "Download your data", keywords: ["export", "copy", "gdpr", "personal"] },
  { path: "/account", label: "Delete your account", keywords: ["remove", "erase", "close", "gdpr"] },
];

const OF_HUB: readonly Act[] = [
  { path: "/admin/tools/new", label: "Register a tool", keywords: ["add", "new", "create", "connect"] },
  {
    path: "/admin/tools",
    label: "Rotate a tool’s secrets",
    keywords: ["renew", "replace", "credentials", "token", "signing"],
  },
  { path: "/admin/entitlements", label: "Grant a tool to brands", keywords: ["entitle", "allow", "give", "bulk"] },
  { path: "/admin/entitlements", label: "Take a tool away", keywords: ["revoke", "withdraw", "remove", "bulk"] },
  { path: "/admin/brands", label: "Archive or restore any brand", keywords: ["find", "delete", "bring back"] },
  { path: "/admin/people", label: "Sign somebody out everywhere", keywords: ["sessions", "revoke", "log out"] },
  { path: "/admin/people", label: "Deactivate or reactivate somebody", keywords: ["block", "lock", "leave", "user"] },
  { path: "/admin/people", label: "Make a hub administrator", keywords: ["promote", "rights", "admin"] },
  {
    path: "/admin/activity?kind=account.sign_in_",
    label: "See failed sign-ins",
    keywords: ["attack", "passwords", "guesses", "login"],
  },
  { path: "/admin/activity", label: "Download the hub’s activity", keywords: ["export", "csv", "audit log"] },
  { path: "/admin/sign-in", label: "Require two-step sign-in", keywords: ["2fa", "mfa", "administrators"] },
];

type Whoever = { brand: { slug: string; role: Role } | null; hubAdmin: boolean };

/** What somebody may do, with whole paths: nothing that would end in a refusal. */
export function actsFor({ brand, hubAdmin }: Whoever): Act[] {
  const inBrand = brand
    ? IN_BRAND.filter(({ needs }) => may(brand.role, needs)).map((act) => ({
        ...act,
        path: `/b/${brand.slug}${act.path}`,
      }))
    : [];
  return [...inBrand, ...OF_ACCOUNT, ...(hubAdmin ? OF_HUB : [])];
}
