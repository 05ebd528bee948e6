"use client";

import { type ComponentProps, createContext, Fragment, type JSX, useContext } from "react";
import { splitIsolated } from "@/lib/platform/text";

/** The language of the brand's content, if known. The hub's own text is English. */
export const ContentLanguage = createContext<string | null>(null);

/** Returns the language and direction attributes for an element that contains only people's text. */
export function useContentAttributes() {
  return { dir: "auto", lang: useContext(ContentLanguage) ?? undefined } as const;
}

type Element = "span" | "p" | "h1" | "h2" | "h3" | "dt" | "dd" | "div" | "li" | "pre" | "blockquote" | "figcaption";

/** Text written by people, in the brand's language unless `lang` says otherwise. Renders nothing without text. */
export function ContentText<E extends Element = "span">({ as, lang, ...rest }: { as?: E } & ComponentProps<E>) {
  const Element = (as ?? "span") as keyof JSX.IntrinsicElements;
  const attributes = useContentAttributes();
  if (rest.children === undefined || rest.children === "") return null;
  return <Element {...attributes} {...(lang ? { lang } : {})} {...(rest as object)} />;
}

/** A sentence of the hub that contains people's text. Each bidi-isolated part gets its own language and direction. */
export function MixedText({ children }: { children: string }) {
  return splitIsolated(children).map((piece, place) => {
    const key = `${String(place)} ${piece}`;
    return place % 2 === 1 ? <ContentText key={key}>{piece}</ContentText> : <Fragment key={key}>{piece}</Fragment>;
  });
}
