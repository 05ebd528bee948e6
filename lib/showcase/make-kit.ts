import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { loadFonts } from "./load-fonts";
import { loadPictures } from "./load-pictures";
import type { Kit } from "./mock-ups/kit";
import type { Order } from "./order";
import { paletteIn } from "./palette-in";
import type { Pictures } from "./scene-to-svg";
import { schemeOf } from "./scheme";
import type { Theme } from "./themes";
import { type Fonts, Typesetter } from "./type/typesetter";
import { wordsOf } from "./words";

/** What to draw an order with, for each theme, and the pictures that its scenes name. In browsers, letters that no font has stay text. */
export async function makeKit(
  order: Order,
  isForBrowsers = false,
): Promise<{ kit: (theme: Theme) => Kit; pictures: Pictures; rasters: Pictures; fonts: Fonts }> {
  const { logos, marks, icons, photo, pictures, rasters } = await loadPictures(order);
  const fonts = await loadFonts(order.fonts);
  const type = new Typesetter(fonts, isForBrowsers);
  const stated = order.identity.personality.dimensions ?? {};
  const dimensions = PERSONALITY_DIMENSIONS.flatMap((name) => {
    const value = stated[name];
    return value === undefined ? [] : [{ name: name.charAt(0).toUpperCase() + name.slice(1), value }];
  });
  const words = wordsOf(order, order.name);
  const kit = (theme: Theme): Kit => {
    const palette = paletteIn(order.colors, theme);
    return {
      theme,
      scheme: schemeOf(palette, theme),
      palette: palette.map(({ name, hex }) => ({ name, hex })),
      words,
      typefaces: order.typefaces,
      type,
      logos,
      marks,
      icons,
      photo,
      dimensions,
    };
  };
  return { kit, pictures, rasters, fonts };
}
