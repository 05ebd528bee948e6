import { htmlPage } from "./html-page";

const RETRY_AFTER_SECONDS = 10;

/** What a reader gets while the hub's database is away, in place of any page. */
export function databaseAwayPage(): Response {
  const page = htmlPage({
    status: 503,
    title: "The hub is away for a moment",
    body: `<p>Its database does not answer. Nothing that you saved is lost. If it stays like this for some minutes, tell whoever runs this hub.</p>
<a class="button" href="">Try again</a>`,
  });
  page.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return page;
}
