/** Only the tokenizer: the full package takes 14 MB of memory. */
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
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}
