/** An invalid setting. The message is one line: the setting, its value and what is expected. The process prints it and exits with 1. */
export class SettingError extends Error {
  override name = "SettingError";
}
