/** A value that is there already, or one to be waited for: on the way of every request a promise that waits for nothing is most of what a step costs. */
export type Soon<Value> = Value | Promise<Value>;

/** Whether it has to be waited for. */
export const isLater = <Value>(soon: Soon<Value>): soon is Promise<Value> => soon instanceof Promise;

/** Goes on with a value: at once where it is there. */
export const after = <Value, Next>(soon: Soon<Value>, goOn: (value: Value) => Soon<Next>): Soon<Next> =>
  soon instanceof Promise ? soon.then(goOn) : goOn(soon);

/** What is asked for, or where that fails, at once or later, what is made of the failure. */
export function rescued<Value>(ask: () => Soon<Value>, rescue: (error: unknown) => Soon<Value>): Soon<Value> {
  try {
    const asked = ask();
    return isLater(asked) ? asked.catch(rescue) : asked;
  } catch (error) {
    return rescue(error);
  }
}
