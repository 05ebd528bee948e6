import { Building2 } from "lucide-react";
import { siGithub, siGoogle } from "simple-icons";
import { COMPANY_SIGN_IN } from "@/lib/access";

const PATHS: Record<string, string> = { github: siGithub.path, google: siGoogle.path };

/** A provider's logo in the text colour. Use only in server components: the icon package is large. */
export function ProviderIcon({ id }: { id: string }) {
  if (id === COMPANY_SIGN_IN) return <Building2 aria-hidden="true" />;
  const path = PATHS[id];
  if (!path) return null;
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d={path} />
    </svg>
  );
}
