import { expect, it } from "vitest";
import { sizeText } from "@/lib/platform/text";

it.each([
  [0, "0 B"],
  [812, "812 B"],
  [999, "999 B"],
  [1000, "1 KB"],
  [4219, "4.2 KB"],
  [9960, "10 KB"],
  [37_900, "38 KB"],
  [999_400, "999 KB"],
  [999_700, "1 MB"],
  [13_400_000, "13 MB"],
  [999_600_000, "1 GB"],
  [2_000_000_000, "2 GB"],
  [1_500_000_000_000, "1500 GB"],
])("words %d bytes as %j", (bytes, text) => expect(sizeText(bytes)).toBe(text));
