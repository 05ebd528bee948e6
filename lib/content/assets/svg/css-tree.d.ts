/** Only the tokenizer: the full package loads the syntax of every CSS property, 14 MB in memory. */
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
  /** Calls `onToken` for each CSS Syntax 3 token, in order and without gaps. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}
