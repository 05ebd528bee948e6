import type { ReactNode } from "react";
import { ContentLanguage } from "./content-text";

/** Whatever people wrote in it is in this language; without one, in that of what is around it. */
export function Passage({ lang, children }: { lang: string | undefined; children: ReactNode }) {
  return lang ? <ContentLanguage value={lang}>{children}</ContentLanguage> : children;
}
