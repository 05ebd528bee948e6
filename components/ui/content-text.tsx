"use client";

import { type ComponentProps, createContext, type JSX, useContext } from "react";

/** The language in which people write what the pages below are about, where that is known; pages themselves are in English. */
export const ContentLanguage = createContext<string | null>(null);

/** The attributes of an element that holds nothing but what people wrote: in their language, running the way its first letter says. */
export function useContentAttributes() {
  return { dir: "auto", lang: useContext(ContentLanguage) ?? undefined } as const;
}

type Element = "span" | "p" | "h1" | "h2" | "h3" | "dt" | "dd" | "div" | "blockquote";

/** What people wrote, as one text; in the brand’s language where `lang` says no other. */
export function ContentText<E extends Element = "span">({ as, lang, ...rest }: { as?: E } & ComponentProps<E>) {
  const Element = (as ?? "span") as keyof JSX.IntrinsicElements;
  const attributes = useContentAttributes();
  return <Element {...attributes} {...(lang ? { lang } : {})} {...(rest as object)} />;
}
