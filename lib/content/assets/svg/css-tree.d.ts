/** The tokenizer alone: the whole package brings the syntax of every CSS property along, 14 MB in memory. */
declare module "css-tree/tokenizer" {
  type TokenName =
    | "Dimension"
    | "Percentage"
    | "Ident"
    | "Function"
    | "Hash"
    | "String"
    | "BadString"
    | "Url"
    | "BadUrl"
    | "WhiteSpace"
    | "Colon"
    | "Semicolon"
    | "LeftSquareBracket"
    | "RightSquareBracket"
    | "LeftParenthesis"
    | "RightParenthesis"
    | "LeftCurlyBracket"
    | "RightCurlyBracket"
    | "Comment";
  export const tokenTypes: Readonly<Record<TokenName, number>>;
  /** Calls `onToken` for each token of CSS Syntax 3, in order and without a gap. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}
