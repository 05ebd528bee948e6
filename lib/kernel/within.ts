import { afterPatience } from "./patience";

/** What was waited for did not come in time. */
export class TooLate extends Error {
  override readonly name = "TooLate";
}

/** Waits for work, but no longer than that; what goes on then is nobody's. @throws TooLate */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let callOff = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    callOff = afterPatience(ms, () => reject(new TooLate(`There was no answer within ${ms} ms.`)));
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    callOff();
  }
}
