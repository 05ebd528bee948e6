export {
  addExample,
  changeDirection,
  type DirectionChange,
  type ExampleList,
  setExample,
  withAssets,
} from "./edit-imagery";
export { imageryWarnings } from "./imagery-warnings";
export { exampleText, IMAGERY_NAMES, iconText, imageryInWords } from "./imagery-words";
