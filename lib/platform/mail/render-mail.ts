import { escapeHtml } from "../output-text";

/** Pass user text through `quoted`. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  notes?: readonly string[];
  /** Absent for mails that nobody can turn off. */
  settingsUrl?: string;
}

const MAX_QUOTED = 80;
/** Line breaks would start a new header; others change the text's direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Makes user text safe in a mail to others: one short line, bidi-isolated, nothing that mail programs link. */
export function quoted(text: string): string {
  const line = text.replace(INVISIBLE, " ").replace(/\s+/g, " ").trim();
  const cut = [...line].slice(0, MAX_QUOTED).join("");
  const unlinked = cut.replace(/:\/\//g, ": //").replace(/(?<=\S)([.@])(?=\S)/g, "$1 ");
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(unlinked) ? `\u2068${unlinked}\u2069` : unlinked;
}

const FONT = "font: 16px/1.5 ui-sans-serif, system-ui, 'Segoe UI', sans-serif";
const NOTE = "margin: 0 0 12px; font-size: 14px; overflow-wrap: anywhere";
const BUTTON =
  "display: inline-block; padding: 9px 16px; border-radius: 8px; background: #191918; color: #ffffff; font-weight: 500; text-decoration: none";

const html = (style: string) => (text: string) => `<p dir="auto" style="${style}">${escapeHtml(text)}</p>`;

/** No images, tracking or remote content. */
export function renderMail({ subject, paragraphs, action, notes = [], settingsUrl }: MailContent): {
  subject: string;
  text: string;
  html: string;
  settingsUrl?: string;
} {
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes, "Brand Identity Hub"];
  const url = action && escapeHtml(action.url);
  const body = [
    ...paragraphs.map(html("margin: 0 0 16px")),
    ...(action
      ? [
          `<p style="margin: 24px 0"><a href="${url}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
          `<p style="${NOTE}">Or open this address: <a href="${url}">${url}</a></p>`,
        ]
      : []),
    ...notes.map(html(NOTE)),
    `<p style="${NOTE}">Brand Identity Hub</p>`,
  ];
  return {
    subject: subject.replace(INVISIBLE, " ").trim(),
    settingsUrl,
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 24px; ${FONT}">
<div style="max-width: 520px">
${body.join("\n")}
</div>
</body>
</html>
`,
  };
}
