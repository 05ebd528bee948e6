declare module "css-tree" {
  interface Node {
    type: string;
    property: string;
    value: Node;
  }
  export function parse(
    css: string,
    options?: { parseCustomProperty?: boolean; onParseError?: (error: Error) => void },
  ): Node;
  export function walk(tree: Node, visit: (node: Node) => void): void;
  export const lexer: { matchProperty(property: string, value: Node): { error: Error | null } };
}
