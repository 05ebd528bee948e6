import type { Finding } from "./finding";

const IMPORTS = "tests/security/imports.test.ts";
const JOBS = "tests/security/jobs.test.ts";
const POOL = "tests/lib/jobs/job-pool.test.ts";
const TEXTS = "tests/security/slow-texts.test.ts";

export const INPUT: readonly Finding[] = [
  {
    found:
      "A colour of 32,000 digits in a brand file stopped the process: a pattern of the colour library is quadratic.",
    before: "7 s, and 25 minutes for 500 KB",
    now: "a colour is read up to 128 characters; 500 KB of digits take 15 ms",
    tests: [{ file: IMPORTS, title: "holds a colour as long as the file: none is read" }],
  },
  {
    found:
      "A brand file with one long key over thousands of tokens stopped the process, or ended it: each path repeats the key, and V8 hashes strings over 16,383 characters by their length alone.",
    before: "125 s for 125 KB with a key of 20,000 characters; out of memory with one of 350,000",
    now: "refused in milliseconds, before the file is parsed: keys up to 200 characters, 40 levels, 100,000 values, 8 million characters of paths",
    tests: [{ file: IMPORTS, title: "a brand file made to cost more than its size" }],
  },
  {
    found: 'A colour space called "constructor" in a brand file was a failure of the hub.',
    before: "500, logged as unexpected",
    now: "no colour that the hub can read",
    tests: [
      {
        file: IMPORTS,
        title: "names a colour space that every object has: it is no colour, and no failure of the hub",
      },
    ],
  },
  {
    found:
      "An editor who published lists of long texts with shared words stopped the process of whoever compared them.",
    before: "1.4 s for one pair, of up to 400 pairs in a list",
    now: "pairs are told by their words in common; one pair may differ in 250 places: 0.7 s for a list of 20 and 20",
    tests: [{ file: TEXTS, title: "compares two lists of long texts that share their words within seconds" }],
  },
  {
    found: "Merging two windows copied the whole document for each change.",
    before: "4.6 s for 560 changes",
    now: "0.1 s: one copy",
    tests: [
      {
        file: TEXTS,
        title: "merges two windows that each added every asset there may be without copying the document for each",
      },
    ],
  },
  {
    found: "A clear-space rule made of digits was measured in quadratic time, once for each logo.",
    before: "150 ms for one rule, 9 s for the sixty logos of a page",
    now: "a rule over 200 characters is for people alone",
    tests: [
      { file: TEXTS, title: "measures the clear space of sixty logos, each ruled in digits, within a second or so" },
    ],
  },
  {
    found: "A receiver of webhooks stopped the process with a Retry-After of letters.",
    before: "1.2 s for each answer of 16 KB",
    now: "under a millisecond",
    tests: [{ file: TEXTS, title: "reads a receiver's wish of sixteen kilobytes without stopping for a second" }],
  },
  {
    found: "A harmless SVG waited behind the slow ones of somebody else, and a sign-in behind pictures.",
    before: "21 s behind eight SVGs; 27 s of sign-in behind five lossless WebP pictures of 25 megapixels",
    now: "processes of their own; people are served in turn, and what is slow goes to a lane of its own",
    tests: [
      { file: POOL, title: "serves owners in turn: a small file waits for one of somebody who has eight" },
      { file: POOL, title: "lets a slow job go on beside, with its worker, while others pass" },
      {
        file: JOBS,
        title: "a small SVG of another person is done before them, and no more than two pictures are decoded at a time",
      },
      { file: JOBS, title: "decodes nothing itself that a stranger sent" },
    ],
  },
  {
    found: "A lossless WebP of 25 megapixels took the hub's process for as long as it asked for.",
    before: "6.6 s of computing, 12 s by the clock",
    now: "1.3 s of computing: above 4 megapixels it is packed with the least effort",
    tests: [{ file: JOBS, title: "while several large pictures are being checked" }],
  },
  {
    found: "A file that kept a decoder busy, or took its memory, did so to the hub: nothing could be stopped.",
    before: "until the process was started again",
    now: "15 s of computing, 60 s of time, 256 MB of JavaScript or 900 MB in all; then a sentence, and a new process",
    tests: [
      {
        file: JOBS,
        title: "is killed with a job that never ends, while another person's job is done, and replaced",
      },
      { file: JOBS, title: "ends with a job that takes %s, and harms nobody else's" },
      {
        file: POOL,
        title: "kills a job past its deadline and refuses it with a sentence, and the next one has a new worker",
      },
    ],
  },
  {
    found: "As many uploads as anybody sent were held in memory and decoded at once.",
    before: "no bound",
    now: "16 of a person, 64 and 128 MB in all; beyond, 429 with a sentence",
    tests: [{ file: POOL, title: "bounds what waits, of each owner and in all, by number and by bytes" }],
  },
  {
    found: "The queue of uploads was first come, first served: two people could fill it for everybody.",
    before: "With 32 jobs each of two people, 8 of 8 others were refused.",
    now: "0 of 8: who has few displaces the newest of who has most, down to an equal share, by number and by bytes.",
    tests: [
      {
        file: POOL,
        title: "is filled by nobody: who has few displaces the newest of who has most, down to an equal share",
      },
      { file: POOL, title: "takes nobody's only job, nor one that is being done" },
      { file: POOL, title: "shares its bytes likewise" },
    ],
  },
];
