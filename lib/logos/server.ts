export { deriveLogo } from "./derive-logo";
export { drawAppIcons } from "./draw-app-icons";
export { colorsOfLogo, rasterLogo } from "./look-at-logo";
