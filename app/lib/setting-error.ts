/** Something an operator can mend: its one line names the setting, what it got and what it wants. The process prints it and exits with 1. */
export class SettingError extends Error {
  override name = "SettingError";
}
