import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { testWithSite } from "./browser.ts";
import { uniqueAddress } from "./test-client.ts";

/** These tests add hours that everybody sees. */
const test = testWithSite();

describe("readers who know the hours", { timeout: 120_000 }, () => {
  test("add them by touch on a phone and by keyboard, and two who agree make them live", async ({ visit }) => {
    const path = "/places/madams-organ";
    const first = await visit(path, { width: 360, height: 740, touch: true, expectedErrors: [`${path}/hours*`] });
    expect(await first.locator(".facts").innerText()).toMatch(/Hours unknown[\s\S]*Do you know them\? Add hours/);
    await first.getByRole("link", { name: "Add hours" }).tap();
    await first.getByLabel("Type the hours").fill("5pm to close");
    await first.getByRole("button", { name: "Fill in days" }).tap();
    await expectRefusedText(first, "“close” is not understood");
    expect(await first.getByLabel("Type the hours").inputValue()).toBe("5pm to close");
    await first.getByLabel("Type the hours").fill("Mon-Thu 5-12am, Fri & Sat til 3, Sun closed");
    await first.getByRole("button", { name: "Fill in days" }).tap();
    await first.getByRole("status").filter({ hasText: "We filled in the days" }).waitFor();
    expect(await timesOf(first, "Friday")).toEqual(["17:00", "03:00"]);
    expect(await first.getByLabel("Closed on Sunday").isChecked()).toBe(true);
    await first.getByLabel("I was there").tap();
    await first.getByRole("button", { name: "Send hours" }).tap();
    await first.waitForURL("**/corrections/*");
    expect(await first.locator("main").innerText()).toContain("reports from one network count once");

    // Another network: guests of one count as one.
    const neighbor = { cookie: "", address: uniqueAddress() };
    const second = await visit(`${path}/hours`, { script: false, by: neighbor });
    await press(second, second.getByLabel("Monday, opens", { exact: true }), "0500PM");
    // From the last part of a time, the tab key stops at its clock first.
    await second.keyboard.press("Tab");
    await second.keyboard.press("Tab");
    expect(await second.getByLabel("Monday, closes", { exact: true }).evaluate((each) => each.matches(":focus"))).toBe(
      true,
    );
    await second.keyboard.type("1200AM");
    await press(second, second.getByRole("button", { name: "Copy Monday to all days" }), "Enter");
    await second.getByRole("status").filter({ hasText: "on all days now" }).waitFor();
    expect(await timesOf(second, "Sunday")).toEqual(["17:00", "00:00"]);
    for (const day of ["Friday", "Saturday"]) {
      await press(second, second.getByLabel(`${day}, closes`, { exact: true }), "0300AM");
    }
    for (const end of ["opens", "closes"]) await second.getByLabel(`Sunday, ${end}`, { exact: true }).fill("");
    await press(second, second.getByLabel("Closed on Sunday"), "Space");
    await press(second, second.getByLabel("It’s on their website or door"), "Space");
    await press(second, second.getByRole("button", { name: "Send hours" }), "Enter");
    await second.waitForURL("**/corrections/*");
    expect(await second.locator("main").innerText()).toMatch(/Another reader reported the same.*The page is updated/);

    await first.goto(path);
    expect(await first.locator(".hours-table").innerText()).toMatch(/Friday\s*5 PM to 3 AM[\s\S]*Sunday\s*Closed/);
    const hours = first.locator(".facts > div").first();
    expect(await hours.innerText()).toMatch(/Checked \w{3} \d{1,2}, \d{4}/);
    expect(await hours.locator(".origin-note").getAttribute("title")).toBe("Source: Readers’ reports");
  });

  test("are told what is missing at its day, with all that they typed, and an editor's hours are live at once", async ({
    as,
  }) => {
    const path = "/places/tryst";
    const form = `${path}/hours`;
    const ada = await (await as("admin")).visit(form, { width: 360, expectedErrors: [`${form}*`] });
    for (const width of [360, 768, 1280]) {
      await ada.setViewportSize({ width, height: 800 });
      expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByRole("button", { name: "Fill in days" }).click();
    await expectRefusedText(ada, "Type the hours here first.");
    await ada.getByLabel("Tuesday, opens", { exact: true }).fill("07:00");
    await ada.getByRole("button", { name: "Send hours" }).click();
    expect(await ada.getByRole("alert").innerText()).toMatch(
      /Monday: Add hours for this day too[\s\S]*Tuesday: Add the closing time[\s\S]*How you know: Choose/,
    );
    expect(await timesOf(ada, "Tuesday")).toEqual(["07:00", ""]);
    await ada.getByLabel("Closed on Tuesday").check();
    await expect.poll(() => ada.getByLabel("Tuesday, opens", { exact: true }).isDisabled()).toBe(true);
    await ada.getByLabel("24 hours on Tuesday").check();
    expect(await ada.getByLabel("Closed on Tuesday").isChecked()).toBe(false);
    await ada.getByLabel("24 hours on Tuesday").uncheck();
    expect(await timesOf(ada, "Tuesday")).toEqual(["07:00", ""]);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByLabel("Tuesday, opens", { exact: true }).fill("");
    await ada.getByLabel("Type the hours").fill("Tue-Sun 7am-7pm, closed holidays");
    await ada.getByRole("button", { name: "Fill in days" }).click();
    await ada.getByRole("status").filter({ hasText: "We filled in the days" }).waitFor();
    await ada.getByLabel("I called or wrote to them").check();
    await ada.getByRole("button", { name: "Send hours" }).click();
    await ada.waitForURL("**/corrections/*");

    await ada.goto(path);
    expect(await ada.locator(".hours-table").innerText()).toMatch(/Monday\s*Closed[\s\S]*Tuesday\s*7 AM to 7 PM/);
    await ada.goto(form);
    expect(new URL(ada.url()).pathname).toBe(`${path}/suggest`);
  });
});

/** The button says at the text what is wrong with it, to everyone, and goes there. */
async function expectRefusedText(page: Page, why: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: why }).waitFor({ state: "attached" });
  const text = page.getByLabel("Type the hours");
  await expect.poll(() => text.evaluate((each) => each.matches(":focus[aria-invalid=true]"))).toBe(true);
  const problem = page.locator("small[id]", { hasText: why });
  expect(await problem.isVisible()).toBe(true);
  expect((await text.getAttribute("aria-describedby"))?.split(" ")).toContain(await problem.getAttribute("id"));
}

function timesOf(page: Page, day: string): Promise<string[]> {
  return Promise.all(["opens", "closes"].map((end) => page.getByLabel(`${day}, ${end}`, { exact: true }).inputValue()));
}

/** Presses a key on a control, or types there, without a pointer. */
async function press(page: Page, control: Locator, keys: string): Promise<void> {
  await control.focus();
  if (/^[A-Z][a-z]/.test(keys)) await page.keyboard.press(keys);
  else await page.keyboard.type(keys);
}
