import { documentOf } from "./document";
import { html, type Markup } from "./html";

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 ui-sans-serif, system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem; background: light-dark(#f4f4f2, #161618); color: light-dark(#1a1a1c, #f1f1ef) }
main { max-width: 30rem; display: grid; gap: 1rem; justify-items: start }
.mark { display: flex; gap: 6px } .mark i { width: 1.5rem; height: 1.5rem; border: 2px solid currentColor } .mark i:nth-child(2) { border-radius: 50% } .mark i:nth-child(3) { transform: rotate(45deg) scale(.76) }
h1 { font-size: clamp(1.5rem, 5vw, 2.1rem); line-height: 1.15; margin: .5rem 0 0; text-wrap: balance } p { margin: 0; overflow-wrap: anywhere }
a.button { display: inline-block; margin-top: .5rem; padding: .65rem 1.1rem; border-radius: .5rem; background: light-dark(#1a1a1c, #f1f1ef); color: light-dark(#fff, #161618); font-weight: 600; text-decoration: none }
:focus-visible { outline: 3px solid light-dark(#2f5bd0, #9db7ff); outline-offset: 2px }
`;

const MARK = html`<span class="mark" aria-hidden="true"><i></i><i></i><i></i></span>`;

function page(status: number, title: string, content: Markup): Response {
  const body = html`<body><main>${MARK}${content}</main></body>`;
  return documentOf({ status, title: `${title} · Brand Studio`, body, style: STYLE });
}

/** Explains why no brand is shown and what to do. */
export function messagePage(status: number, title: string, sentence: string): Response {
  return page(
    status,
    title,
    html`<h1>${title}</h1><p>${sentence}</p><a class="button" href="/connect">Connect through the hub</a>`,
  );
}

/** The page of a signed-out person. */
export function welcomePage(hint: string | null): Response {
  const brand = hint ? html` The hub says your active brand is <strong>${hint}</strong>.` : null;
  return page(
    200,
    "Welcome",
    html`<h1>Brand Studio lays your words out in your brand.</h1>
<p>It keeps no accounts of its own: the hub says who you are and which brand you work for.${brand}</p>
<a class="button" href="/connect">Connect through the hub</a>`,
  );
}
