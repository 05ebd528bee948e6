/** What an attack on a running hub found, and the tests that keep it mended. */
export interface Finding {
  /** What could be done, in a sentence. */
  found: string;
  /** What was measured before it was mended. */
  before: string;
  /** What is measured, or answered, now. */
  now: string;
  /** The tests that fail without the mend: a file under the project, and the title of a test or group in it. */
  tests: readonly { file: string; title: string }[];
}
