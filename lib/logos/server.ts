export { deriveLogo } from "./derive-logo";
export { drawAppIcons, type IconOrder, packIconOrder } from "./draw-app-icons";
export { colorsOfLogo, rasterLogo } from "./look-at-logo";
