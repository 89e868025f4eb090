import type { Page } from "playwright-core";

/** The messages of the dialogs that the page opens. Each is dismissed, since a dialog blocks the page. */
export function watchDialogs(page: Page): string[] {
  const messages: string[] = [];
  page.on("dialog", (dialog) => {
    messages.push(dialog.message());
    void dialog.dismiss();
  });
  return messages;
}
