"use client";

import { type ComponentProps, createContext, Fragment, type JSX, useContext } from "react";
import { isolatedPieces } from "@/lib/platform/text";

/** The language in which people write what the pages below are about, where that is known; pages themselves are in English. */
export const ContentLanguage = createContext<string | null>(null);

/** The attributes of an element that holds nothing but what people wrote: in their language, running the way its first letter says. */
export function useContentAttributes() {
  return { dir: "auto", lang: useContext(ContentLanguage) ?? undefined } as const;
}

type Element = "span" | "p" | "h1" | "h2" | "h3" | "dt" | "dd" | "div" | "li" | "pre" | "blockquote" | "figcaption";

/** What people wrote, as one text; an item of a list (`li`) has its mark where its line begins. In the brand’s language where `lang` says no other. */
export function ContentText<E extends Element = "span">({ as, lang, ...rest }: { as?: E } & ComponentProps<E>) {
  const Element = (as ?? "span") as keyof JSX.IntrinsicElements;
  const attributes = useContentAttributes();
  return <Element {...attributes} {...(lang ? { lang } : {})} {...(rest as object)} />;
}

/** A sentence of the hub with what people wrote in it: each of their texts that is `isolated` in it stands in their language, the rest in the page's. */
export function MixedText({ children }: { children: string }) {
  return isolatedPieces(children).map((piece, place) => {
    const key = `${String(place)} ${piece}`;
    return place % 2 === 1 ? <ContentText key={key}>{piece}</ContentText> : <Fragment key={key}>{piece}</Fragment>;
  });
}
