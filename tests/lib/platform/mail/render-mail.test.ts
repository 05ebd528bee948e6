import { describe, expect, it } from "vitest";
import { quoted, renderMail } from "@/lib/platform/mail/render-mail";

const url = "https://hub.example.com/invite/a?b=1&c=%22";

describe("renderMail", () => {
  it("puts the same words into text and escaped HTML", () => {
    const words = '<script>alert("x")</script> & co';
    const { text, html } = renderMail({
      subject: words,
      paragraphs: [words],
      action: { label: words, url },
      notes: [words],
    });
    expect(text).toBe(`${words}\n\n${words}:\n${url}\n\n${words}\n\nBrand Identity Hub\n`);
    expect(html).not.toContain("<script");
    expect(html.match(/&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; co/g)).toHaveLength(4);
    expect(html).toContain('href="https://hub.example.com/invite/a?b=1&amp;c=%22"');
  });

  it("sets language and direction and loads nothing", () => {
    const { html } = renderMail({ subject: "S", paragraphs: ["P"], action: { label: "Go", url } });
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('<p dir="auto"');
    expect(html).not.toMatch(/<(img|link|script|style|iframe)|src=|url\(/);
  });

  it("keeps the subject on one line", () => {
    const { subject } = renderMail({ subject: "Join\r\nBcc: victim@example.com\u2028X", paragraphs: [] });
    expect(subject).toBe("Join Bcc: victim@example.com X");
  });
});

describe("quoted user text", () => {
  it.each([
    ["Ana\r\nBcc: victim@example.com", "Ana Bcc: victim@ example. com"],
    ["Win at https://evil.example/x", "Win at https: //evil. example/x"],
    ["Dr. Who", "Dr. Who"],
    ["  a \t b  ", "a b"],
    ["a\u202Eb\u0000c", "a b c"],
    ["أنا", "\u2068أنا\u2069"],
    ["x".repeat(500), "x".repeat(80)],
    ["😀".repeat(500), "😀".repeat(80)],
  ])("%j becomes %j", (written, shown) => {
    expect(quoted(written)).toBe(shown);
  });
});
