import { escapeHtml } from "../text";

/** What a mail says; the same words as plain text and as HTML. What people wrote stands in it by `quoted`. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** What follows below the action, smaller. */
  notes?: readonly string[];
  /** Where its reader chooses whether to get such mails; none for what nobody may miss. */
  settingsUrl?: string;
}

const MAX_QUOTED = 80;
/** Control and format characters: line breaks, which would begin another header, and those that turn the direction of what follows. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * What somebody wrote, a name for one, as it may stand in a mail to somebody else: one line, not long, kept apart from the
 * direction of the text around it, and nothing that a mail program would make a link of.
 */
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

/** The mail as plain text and as HTML: no picture, no tracking, nothing loaded from anywhere. */
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
