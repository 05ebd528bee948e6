import type { Chapter } from "../parts/chapter-page";
import { authentication } from "./authentication";
import { bundleCache } from "./bundle-cache";
import { conventions } from "./conventions";
import { dataTypes } from "./data-types";
import { events } from "./events";
import { federation } from "./federation";
import { limits } from "./limits";
import { overview } from "./overview";
import { reference } from "./reference";
import { versioning } from "./versioning";
import { webhooks } from "./webhooks";

/** The chapters in reading order; contents, bookmarks and pages are all made from this list. */
export const chapters: readonly Chapter[] = [
  overview,
  authentication,
  conventions,
  limits,
  bundleCache,
  federation,
  events,
  webhooks,
  versioning,
  reference,
  dataTypes,
];
