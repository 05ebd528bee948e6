import { conventionalContact, securityTxt } from "@/lib/api/security-txt";
import { env } from "@/lib/platform/config/env";

/** Otherwise the file would be rendered once, at build time. */
export const dynamic = "force-dynamic";

export function GET(): Response {
  const contact = env.SECURITY_CONTACT ?? conventionalContact(env.HUB_BASE_URL);
  const text = securityTxt(env.HUB_BASE_URL, { contact, policy: env.SECURITY_POLICY_URL }, new Date());
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
