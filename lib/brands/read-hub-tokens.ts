import { HUB_EXTENSION } from "@/lib/palette";
import { isRecord } from "./imported-brand";

const ownOf = (node: unknown): Record<string, unknown> => {
  const extensions = isRecord(node) && isRecord(node.$extensions) ? node.$extensions : {};
  const own = extensions[HUB_EXTENSION];
  return isRecord(own) ? own : {};
};

const group = (value: unknown): [string, Record<string, unknown>][] =>
  Object.entries(isRecord(value) ? value : {}).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  );

const hexOf = ({ $value }: Record<string, unknown>): unknown => (isRecord($value) ? $value.hex : undefined);

/**
 * Design tokens that this hub wrote of a palette with more than its colours, as the part of a bundle that they were written of, its colours known by the names of their
 * tokens; null for tokens of anybody else, which say nothing of the kind.
 */
export function readHubTokens(root: Record<string, unknown>): Record<string, unknown> | null {
  const { color_rules } = ownOf(root);
  if (!Array.isArray(color_rules)) return null;
  const colors = new Map(group(root.color));
  const stopOf = (stop: unknown) => {
    if (!isRecord(stop) || typeof stop.color !== "string") return stop;
    const name = /^\{color\.(.+)\}$/.exec(stop.color)?.[1] ?? "";
    return { ...stop, color: colors.get(name)?.$value, palette_color: name };
  };
  return {
    colors: {
      palette: [...colors].map(([id, token]) => {
        const { name, role } = ownOf(token);
        return { id, name: name ?? id, role, hex: hexOf(token), usage: token.$description };
      }),
      print: [...colors].flatMap(([color, token]) => {
        const { cmyk, pantone } = ownOf(token);
        return cmyk || pantone ? [{ color, cmyk, pantone }] : [];
      }),
      scales: group(root.scale).map(([color, steps]) => ({
        color,
        steps: Object.fromEntries(group(steps).map(([step, token]) => [step, hexOf(token)])),
      })),
      dark: group(root.dark).map(([color, token]) => ({ color, hex: hexOf(token) })),
      gradients: group(root.gradient).map(([id, token]) => ({
        id,
        ...ownOf(token),
        stops: Array.isArray(token.$value) ? token.$value.map(stopOf) : [],
      })),
    },
    color_rules,
  };
}
