import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { deriveLogo, drawAppIcons } from "@/lib/logos/server";
import { svg } from "../../support/files";

const derive = (content: string, attributes = "") => deriveLogo(Buffer.from(svg(content, attributes)));

describe("deriveLogo", () => {
  it("makes a drawing of one colour black and white, and leaves clear what was", () => {
    const { forms, why } = derive(
      '<path fill="#0F766E" d="M0 0h9v9z"/><path fill="none" stroke="rgb(15,118,110)" d="M0 0h9"/>',
    );
    expect(why).toBeNull();
    expect(Object.keys(forms)).toEqual(["black", "white"]);
    expect(forms.white?.match(/(?:fill|stroke)="[^"]+"/g)).toEqual(
      expect.arrayContaining(['fill="#ffffff"', 'fill="none"', 'stroke="#ffffff"']),
    );
    expect(forms.white).not.toContain("0F766E");
    expect(forms.black).toContain('stroke="#000000"');
  });

  it("knows that what nobody paints is black, and reads colours from styles and from above", () => {
    expect(derive('<rect width="9" height="9"/>').forms.white).toMatch(/<svg[^>]* fill="#ffffff"/);
    const { forms } = derive('<g style="fill:#c2410c"><circle r="3"/><circle r="4" fill="inherit"/></g>');
    expect(forms.white).toContain('style="fill:#ffffff"');
  });

  it("turns the one dark colour of several white for dark surfaces", () => {
    const { forms, why } = derive('<path fill="#111111" d="M0 0h9v9z"/><path fill="#ff8800" d="M1 1h9v9z"/>');
    expect(why).toBeNull();
    expect(Object.keys(forms)).toEqual(["negative"]);
    expect(forms.negative).toContain('fill="#ffffff"');
    expect(forms.negative).toContain('fill="#ff8800"');
  });

  it("does not take for a colour what only cuts", () => {
    const cut = '<clipPath id="c"><rect width="9" height="9" fill="white"/></clipPath>';
    const { forms } = derive(`<defs>${cut}</defs><path clip-path="url(#c)" fill="#0f766e" d="M0 0h9v9z"/>`);
    expect(forms.black).toContain('fill="white"');
    expect(forms.black).toContain('fill="#000000"');
  });

  it.each([
    [
      "several colours that would become one",
      '<path fill="#111" d="M0 0h9z"/><path fill="#333" d="M0 0h8z"/>',
      /several colours/,
    ],
    ["white beside its dark", '<path fill="#111" d="M0 0h9z"/><path fill="#fff" d="M0 0h8z"/>', /several colours/],
    [
      "a gradient",
      '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect fill="url(#g)" width="9" height="9"/>',
      /gradients/,
    ],
    ["live text", '<text fill="#111">Aa</text>', /live text/],
    ["a colour that lets through", '<rect width="9" height="9" fill="rgba(0,0,0,.5)"/>', /plain/],
    ["nothing to see", '<rect width="9" height="9" fill="none"/>', /no colour/],
  ])("makes nothing of %s, and says why", (_, content, why) => {
    const derived = derive(content);
    expect(derived.forms).toEqual({});
    expect(derived.why).toMatch(why);
  });
});

describe("drawAppIcons", () => {
  const source = Buffer.from(
    svg('<rect width="20" height="10" fill="#ff0000"/>', 'width="20" height="10" viewBox="0 0 20 10"'),
  );

  it("draws a favicon of three sizes and icons of theirs, filled where they may not be clear", async () => {
    const icons = await drawAppIcons({ bytes: source, hex: "#00ff00" });
    expect(Object.keys(icons).sort()).toEqual(
      ["apple-touch-icon.png", "favicon.ico", "icon-192.png", "icon-512.png", "icon-maskable-512.png"].sort(),
    );
    const corner = async (name: string) => {
      const { data, info } = await sharp(icons[name]).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return { px: info.width, height: info.height, corner: [...data.subarray(0, 4)] };
    };
    expect(await corner("apple-touch-icon.png")).toEqual({ px: 180, height: 180, corner: [0, 255, 0, 255] });
    expect(await corner("icon-maskable-512.png")).toEqual({ px: 512, height: 512, corner: [0, 255, 0, 255] });
    expect((await corner("icon-192.png")).corner[3]).toBe(0);

    const ico = icons["favicon.ico"] ?? Buffer.alloc(0);
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
    for (const [index, px] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * index;
      const [bytes, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
      const { width, format } = await sharp(ico.subarray(offset, offset + bytes)).metadata();
      expect([ico.readUInt8(entry), width, format]).toEqual([px, px, "png"]);
    }
  });

  it("sets an icon that brings its ground along on that, not as a tile on another", async () => {
    const tile = svg(
      '<rect width="24" height="24" rx="6" fill="#fffc00"/><circle cx="12" cy="12" r="5"/>',
      'width="24" height="24" viewBox="0 0 24 24"',
    );
    const icons = await drawAppIcons({ bytes: Buffer.from(tile), hex: "#fafaf6" });
    for (const name of ["apple-touch-icon.png", "icon-maskable-512.png"]) {
      const { data } = await sharp(icons[name]).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([...data.subarray(0, 4)]).toEqual([255, 252, 0, 255]);
    }
  });

  it("refuses what is no picture", async () => {
    await expect(drawAppIcons({ bytes: Buffer.from("no"), hex: "#ffffff" })).rejects.toMatchObject({
      reason: "file_invalid",
    });
  });
});
