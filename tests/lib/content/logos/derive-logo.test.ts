import { describe, expect, it } from "vitest";
import { deriveLogo } from "@/lib/content/server";
import { svg } from "../../../support/files";

const derive = (content: string, attributes = "") => deriveLogo(Buffer.from(svg(content, attributes)));

describe("deriveLogo", () => {
  it("makes a one-colour logo black and white and keeps transparency", () => {
    const { forms, why } = derive(
      '<path fill="#0F766E" d="M0 0h9v9z"/><path fill="none" stroke="RGB(15,118,110)" d="M0 0h9"/>',
    );
    expect(why).toBeNull();
    expect(Object.keys(forms)).toEqual(["black", "white"]);
    expect(forms.white?.match(/(?:fill|stroke)="[^"]+"/g)).toEqual(
      expect.arrayContaining(['fill="#ffffff"', 'fill="none"', 'stroke="#ffffff"']),
    );
    expect(forms.white).not.toContain("0F766E");
    expect(forms.black).toContain('stroke="#000000"');
  });

  it("treats unpainted shapes as black and reads inherited colours and styles", () => {
    expect(derive('<rect width="9" height="9"/>').forms.white).toMatch(/<svg[^>]* fill="#ffffff"/);
    const { forms } = derive('<g style="fill:#c2410c"><circle r="3"/><circle r="4" fill="inherit"/></g>');
    expect(forms.white).toContain('style="fill:#ffffff"');
  });

  it("replaces the one dark colour with white for dark backgrounds", () => {
    const { forms, why } = derive('<path fill="#111111" d="M0 0h9v9z"/><path fill="#ff8800" d="M1 1h9v9z"/>');
    expect(why).toBeNull();
    expect(Object.keys(forms)).toEqual(["negative"]);
    expect(forms.negative).toContain('fill="#ffffff"');
    expect(forms.negative).toContain('fill="#ff8800"');
  });

  it("ignores colours inside clip paths", () => {
    const cut = '<clipPath id="c"><rect width="9" height="9" fill="white"/></clipPath>';
    const { forms } = derive(`<defs>${cut}</defs><path clip-path="url(#c)" fill="#0f766e" d="M0 0h9v9z"/>`);
    expect(forms.black).toContain('fill="white"');
    expect(forms.black).toContain('fill="#000000"');
  });

  it.each([
    [
      "several colours that would merge into one",
      '<path fill="#111" d="M0 0h9z"/><path fill="#333" d="M0 0h8z"/>',
      /merge into one/,
    ],
    [
      "white next to its dark colour",
      '<path fill="#111" d="M0 0h9z"/><path fill="#fff" d="M0 0h8z"/>',
      /merge into one/,
    ],
    [
      "a gradient",
      '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect fill="url(#g)" width="9" height="9"/>',
      /gradients/,
    ],
    ["live text", '<text fill="#111">Aa</text>', /live text/],
    ["a misspelt colour", '<rect width="9" height="9" fill="hsl(17degs 88% 40%)"/>', /plain/],
    ["a translucent colour", '<rect width="9" height="9" fill="rgba(0,0,0,.5)"/>', /plain/],
    ["an empty drawing", '<rect width="9" height="9" fill="none"/>', /no colour/],
  ])("derives nothing for %s and says why", (_, content, why) => {
    const derived = derive(content);
    expect(derived.forms).toEqual({});
    expect(derived.why).toMatch(why);
  });
});
