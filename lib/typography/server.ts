export { readFont } from "./read-font";
