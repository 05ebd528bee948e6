export { addLogo, changeLogo, type Logos, newLogo, removeLogo, setRules } from "./edit-logos";
export { type ClearSpace, measureClearSpace } from "./measure-clear-space";
