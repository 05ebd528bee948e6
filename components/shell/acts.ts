import { type LucideIcon, Pipette, Rocket, UserPlus } from "lucide-react";
import { can, type Permission } from "@/lib/access";
import type { Role } from "@/lib/contract";

/** A command of the palette. `keywords` are synonyms to search by. Those with an icon are offered before a search. */
export type Act = { path: string; label: string; keywords: string; Icon?: LucideIcon };

/** Paths are relative to the brand. */
const IN_BRAND: readonly (Act & { needs: Permission })[] = [
  {
    path: "/palette?dialog=add-colour",
    label: "Add colour",
    keywords: "new color swatch",
    Icon: Pipette,
    needs: "edit",
  },
  {
    path: "/identity?dialog=publish",
    label: "Publish draft",
    keywords: "release version review",
    Icon: Rocket,
    needs: "edit",
  },
  { path: "/history", label: "Restore older version", keywords: "undo roll back revert", needs: "edit" },
  {
    path: "/palette?dialog=regenerate",
    label: "Regenerate palette",
    keywords: "colours colors generate",
    needs: "edit",
  },
  { path: "/logos", label: "Upload logo", keywords: "add mark symbol", needs: "edit" },
  { path: "/assets", label: "Upload asset", keywords: "add file picture", needs: "edit" },
  { path: "/activity", label: "Download activity", keywords: "export csv audit log", needs: "read" },
  {
    path: "/members?dialog=invite",
    label: "Invite member",
    keywords: "add member people colleague",
    Icon: UserPlus,
    needs: "manage",
  },
  { path: "/members", label: "Change member’s role", keywords: "promote owner rights", needs: "manage" },
  { path: "/members", label: "Remove member", keywords: "delete revoke people", needs: "manage" },
  {
    path: "/developers/keys?dialog=issue",
    label: "Issue API key",
    keywords: "create new token secret",
    needs: "manage",
  },
  { path: "/developers/keys", label: "Rotate API key", keywords: "renew replace token", needs: "manage" },
  { path: "/developers/keys", label: "Revoke API key", keywords: "delete end token", needs: "manage" },
  {
    path: "/developers/webhooks",
    label: "Replay failed deliveries",
    keywords: "retry resend webhook",
    needs: "manage",
  },
  { path: "/developers/webhooks", label: "Send test webhook", keywords: "try ping delivery", needs: "manage" },
  {
    path: "/developers/requests",
    label: "Find request by ID",
    keywords: "x-request-id log call error",
    needs: "manage",
  },
  { path: "/settings", label: "Change brand name or address", keywords: "rename title slug", needs: "manage" },
  { path: "/settings", label: "Share public page", keywords: "publish partners link", needs: "manage" },
  { path: "/settings", label: "Transfer brand", keywords: "hand over give owner", needs: "own" },
  { path: "/settings", label: "Archive brand", keywords: "delete remove close", needs: "own" },
];

const OF_ACCOUNT: readonly Act[] = [
  { path: "/account/security", label: "Change password", keywords: "reset new secret" },
  {
    path: "/account/security",
    label: "Set up two-factor authentication",
    keywords: "2fa two-step mfa passkey authenticator",
  },
  { path: "/account/security", label: "Sign out other browsers", keywords: "sessions revoke devices" },
  { path: "/account/tokens", label: "Issue session token", keywords: "create new program" },
  { path: "/account/notifications", label: "Choose email notifications", keywords: "notifications mails email" },
  { path: "/account/data", label: "Download your data", keywords: "export copy gdpr personal" },
  { path: "/account/data", label: "Delete account", keywords: "remove erase close gdpr" },
];

const OF_HUB: readonly Act[] = [
  { path: "/admin/tools/new", label: "Register tool", keywords: "add new create connect" },
  { path: "/admin/tools", label: "Rotate tool credentials", keywords: "renew replace secrets token signing" },
  { path: "/admin/entitlements", label: "Grant tool to brands", keywords: "entitle allow give bulk" },
  { path: "/admin/entitlements", label: "Remove tool from brands", keywords: "revoke withdraw remove bulk" },
  { path: "/admin/brands", label: "Archive or restore brand", keywords: "find delete bring back" },
  { path: "/admin/people", label: "Sign person out everywhere", keywords: "sessions revoke log out" },
  { path: "/admin/people", label: "Deactivate or reactivate person", keywords: "block lock leave user" },
  { path: "/admin/people", label: "Make hub administrator", keywords: "promote rights admin" },
  {
    path: "/admin/activity?kind=account.sign_in_",
    label: "View failed sign-ins",
    keywords: "attack passwords guesses login",
  },
  { path: "/admin/activity", label: "Download hub activity", keywords: "export csv audit log" },
  { path: "/admin/sign-in", label: "Require two-factor authentication", keywords: "2fa two-step mfa administrators" },
];

/** Returns the commands that the reader has permission for, with full paths. */
export function actsFor({ brand, hubAdmin }: { brand: { slug: string; role: Role } | null; hubAdmin: boolean }): Act[] {
  const inBrand = brand
    ? IN_BRAND.filter(({ needs }) => can(brand.role, needs)).map((act) => ({
        ...act,
        path: `/b/${brand.slug}${act.path}`,
      }))
    : [];
  return [...inBrand, ...OF_ACCOUNT, ...(hubAdmin ? OF_HUB : [])];
}
