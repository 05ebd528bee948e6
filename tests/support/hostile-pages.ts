/** Half-megabyte pages that slow down backtracking patterns or parsers. */
export const HOSTILE_PAGES = [
  ...[
    "<style",
    "<svg ",
    "<meta ",
    "<img ",
    '<img src="',
    "<img src=data:",
    ' style="',
    "<title",
    "<a ",
    "&",
    "<!--",
    "<b>",
  ],
  ...[
    "<use href=#a>",
    "<symbol id=a>",
    "<style>a{b:rgb(0 0 0) ",
    "a{b:",
    "{",
    "}",
    ":root{--a:var(--a)",
    "url(",
    "@media{",
  ],
].map((part) => part.repeat(Math.floor(500_000 / part.length)));
