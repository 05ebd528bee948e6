import type { GuidePage } from "./guide/pages";
import { madeByBuild } from "./made-by-build";

export const GUIDE = "guide.json";

/** The pages of the guide in reading order, as the last build made them. @throws Error that names `npm run build` when they are not there */
export const guide = madeByBuild(GUIDE, (bytes): readonly GuidePage[] => JSON.parse(bytes.toString("utf8")));
