import type { Finding } from "./finding";

const REQUESTS = "tests/security/requests.test.ts";
const IN_PROCESS = "tests/security/edge.test.ts";
const LOOPBACK = "tests/security/loopback-answers.test.ts";

export const EDGE: readonly Finding[] = [
  {
    found:
      "An escape of no character in a path, `OPTIONS *`, and on Next's mount any method beyond its own left the envelope.",
    before:
      "%ff a bare 500 for seven kinds of page and for the API on the mount of Next; OPTIONS * 500; PROPFIND and its like a bare 400, on pages 200",
    now: "400, 401, 404 or 405, the API's in the envelope and alike on both mounts",
    tests: [
      { file: REQUESTS, title: "get an answer below 500, the API's in the envelope and alike on both mounts" },
      { file: IN_PROCESS, title: "refuses an escape that means no character in %s before Next reads it" },
    ],
  },
  {
    found: "A request of HTTP/1.1 without Host was processed, and one whose Host was none reached the pages.",
    before: "401 and 200, as with a Host",
    now: "400, and the connection ends",
    tests: [{ file: IN_PROCESS, title: "refuses %s on either mount and outside the API" }],
  },
  {
    found: "Arguments of a server action that do not decode, or are of wrong types, were the hub's own failures.",
    before:
      "all 49 actions answered 500 to each of 17 bodies, three of them to wrong types as well; a form without a boundary 500",
    now: "400, or a sentence",
    tests: [
      {
        file: REQUESTS,
        title: "answers arguments that are none, or of wrong types, with 400 or with a sentence, never with 500",
      },
    ],
  },
  {
    found:
      "Headers that only proxies may write were passed on from anybody, and said nothing when nobody had declared a proxy.",
    before: "X-Forwarded-Host and its like reached the pages' code",
    now: "dropped without TRUSTED_PROXY_HOPS, and said once in the log",
    tests: [{ file: IN_PROCESS, title: "is dropped where no proxy is declared, and said once in the log" }],
  },
  {
    found: "A brand's owner read the answers of any service on the hub's own machine, by a webhook to localhost.",
    before: "1 KB of each answer, at any port",
    now: "the status alone, but for the demo tool; answers recorded before are not shown; none where others reach the hub",
    tests: [
      { file: LOOPBACK, title: "gives a brand's owner the status alone of what listens there" },
      { file: LOOPBACK, title: "gives nothing of an answer that was recorded before" },
      { file: LOOPBACK, title: "is admitted by the embedded hub at %s: %s" },
    ],
  },
  {
    found: "The embedded hub, which prints its sign-ins, listened on every network of its machine.",
    before: "every address answered",
    now: "127.0.0.1 and ::1, unless HUB_HOST says otherwise",
    tests: [{ file: "tests/security/listen-on.test.ts", title: "is not reached at any other address" }],
  },
  {
    found: "A hub on a database server started without its address, over http, and with equal or example secrets.",
    before: "three times the same secret and the address http://localhost:3000: it started",
    now: "a sentence for each, and no start",
    tests: [
      {
        file: "tests/security/check-deployment.test.ts",
        title: "is refused with one value in two variables, and names both",
      },
      {
        file: "tests/security/check-deployment.test.ts",
        title: "is refused with a secret that reads like an example, and names it without showing it",
      },
    ],
  },
  {
    found: "A leaked SESSION_SECRET could only be replaced by signing everybody out in the middle of their work.",
    before: "one value; with another one every session, open sign-in form and provider's answer failed",
    now: "a list: the first signs, each verifies, sign-ins under way survive",
    tests: [
      {
        file: "tests/security/secret-rotation.test.ts",
        title: "keeps sessions in force, and gives their cookie the new signature when next-auth writes it again",
      },
      {
        file: "tests/security/secret-rotation.test.ts",
        title: "lets whoever went to a provider before it come back after it",
      },
    ],
  },
  {
    found: "Anybody had the hub read forms of thousands of parts for any page, by claiming to be of the same origin.",
    before: "1 MB of 11,521 empty parts stopped the process for 0.5 s",
    now: "400, unread",
    tests: [{ file: "tests/security/stray-forms.test.ts", title: "is refused at %s, whatever it says of its origin" }],
  },
  {
    found: "Anybody signed in stopped the process by the form that makes a brand: by many parts, or by deep JSON.",
    before: "5 MB of 57,614 empty parts 2.3 s, of brackets 0.76 s",
    now: "400 before a part is made, or a value of the JSON",
    tests: [
      {
        file: "tests/security/new-brand-form.isolated.test.ts",
        title: "is refused with many parts before one of them is made",
      },
      {
        file: "tests/security/new-brand-form.isolated.test.ts",
        title: "is refused with deep or large JSON before it is parsed",
      },
    ],
  },
  {
    found: "An https hub started without a word on its proxy: one outsider used up the sign-in limits of everybody.",
    before: "with TRUSTED_PROXY_HOPS unset it started, and took the proxy's IP address for everybody's",
    now: "a sentence, and no start",
    tests: [
      {
        file: "tests/security/check-deployment.test.ts",
        title: "with https and a database server says how many proxies there are, 0 as well",
      },
    ],
  },
  {
    found: "On Vercel a hub started with equal and example secrets.",
    before: "three times the same secret: it started",
    now: "a sentence for each, and no start",
    tests: [
      {
        file: "tests/security/check-deployment.test.ts",
        title: "has secrets of its own wherever there is a database server, on Vercel as well",
      },
    ],
  },
  {
    found: "Compose published the hub on every interface in the clear, while its address was localhost.",
    before: "0.0.0.0:3000 and [::]:3000",
    now: "127.0.0.1:3000, unless HUB_BIND says otherwise",
    tests: [
      {
        file: "tests/security/listen-on.test.ts",
        title: "is published by compose on this machine alone, unless somebody says so",
      },
    ],
  },
  {
    found:
      "The demo tool listened on every address, with a tool's token and webhook secret, where the hub listens on its own machine alone.",
    before: "It answered at 127.0.0.2 and at the machine's address in its network.",
    now: "It answers at 127.0.0.1 and ::1, and nowhere else.",
    tests: [
      {
        file: "tests/lib/child-tool/listen.test.ts",
        title: "listens on this machine alone, by each of its addresses, and ends at both",
      },
    ],
  },
  {
    found:
      "A form for a server action could have 11,500 parts in its megabyte, which Next reads each into an object, for anybody.",
    before:
      "80 ms of computing for as many fields, 340 to 520 ms for as many files; 20 at once held every page up for 1.9 s",
    now: "400 beyond 1,000 parts, which are read no further: 20 to 30 ms, and 50 ms",
    tests: [
      { file: "tests/security/form-parts.test.ts", title: "a form for a server action" },
      { file: REQUESTS, title: "answers a form of thousands of parts with 400, and one of hundreds as ever" },
    ],
  },
];
