/** What an operator may meet at three in the morning, what is demanded of the hub then, and the test that brings it about. */
export interface Fault {
  /** Under which the test tells what it measured (`tellMeasured`). */
  id: string;
  /** What breaks, in a sentence. */
  fault: string;
  demanded: string;
  /** What was measured before it was mended. */
  before: string;
  /** A file under the project, and the title of a test or group in it. */
  test: { file: string; title: string };
}
