/** The message says what to set. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

export const cannotStart = (problems: readonly string[], options?: ErrorOptions): ConfigurationError =>
  new ConfigurationError(`The hub cannot start:\n${problems.map((line) => `  ${line}`).join("\n")}`, options);
