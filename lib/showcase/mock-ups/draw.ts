import type { Scene } from "../scene";
import { appIcons } from "./app-icons";
import { businessCard } from "./business-card";
import { chart } from "./chart";
import { emailSignature } from "./email-signature";
import type { Drawing } from "./index";
import type { Kit } from "./kit";
import { label } from "./label";
import { slide } from "./slide";
import { socialPost } from "./social-post";
import { specimen } from "./specimen";
import { webHeader } from "./web-header";

const DRAW: Record<Drawing, (kit: Kit) => Scene> = {
  "web-header": webHeader,
  "social-post": socialPost,
  "app-icons": appIcons,
  "business-card": businessCard,
  slide,
  label,
  "email-signature": emailSignature,
  chart,
  specimen,
};

export const draw = (key: Drawing, kit: Kit): Scene => DRAW[key](kit);
