export { deriveLogo } from "./derive-logo";
export { drawAppIcons } from "./draw-app-icons";
