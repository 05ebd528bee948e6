import { siGithub, siGoogle } from "simple-icons";

const PATHS: Record<string, string> = { github: siGithub.path, google: siGoogle.path };

/** The mark of a provider in the text's colour. For server components: the package it comes from is large. */
export function ProviderIcon({ id }: { id: string }) {
  const path = PATHS[id];
  if (!path) return null;
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d={path} />
    </svg>
  );
}
