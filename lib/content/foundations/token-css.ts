import type {
  StoredBorder,
  StoredDuration,
  StoredEasing,
  StoredLength,
  StoredShadowLayer,
  StoredTokenColor,
} from "../document/foundations";

/** Red, green and blue, 0 to 255. */
export const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** `8px`, `200ms`: how style sheets take both. */
export const lengthCss = ({ value, unit }: StoredLength | StoredDuration): string => `${value}${unit}`;

/** `rgb(16 32 48 / 0.2)`, or the colour alone where nothing shines through. */
export const colorCss = ({ hex, alpha }: StoredTokenColor): string =>
  alpha === 1 ? hex : `rgb(${channels(hex).join(" ")} / ${alpha})`;

export const borderCss = ({ width, style, color }: StoredBorder): string =>
  `${lengthCss(width)} ${style} ${colorCss(color)}`;

export const shadowCss = (layers: readonly StoredShadowLayer[]): string =>
  layers
    .map(({ offsetX, offsetY, blur, spread, color, inset }) =>
      [inset && "inset", ...[offsetX, offsetY, blur, spread].map(lengthCss), colorCss(color)].filter(Boolean).join(" "),
    )
    .join(", ");

export const easingCss = (points: StoredEasing): string => `cubic-bezier(${points.join(", ")})`;
