import { afterPatience } from "./patience";

export class TooLate extends Error {
  override readonly name = "TooLate";
}

/** Waits for work, but no longer than that; what goes on then is nobody's. @throws TooLate */
export const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const callOff = afterPatience(ms, () => reject(new TooLate(`There was no answer within ${ms} ms.`)));
    const settle =
      <Value>(as: (value: Value) => void) =>
      (value: Value) => {
        callOff();
        as(value);
      };
    work.then(settle(resolve), settle(reject));
  });
